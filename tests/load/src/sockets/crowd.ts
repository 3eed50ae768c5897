import { type Quantiles, quantiles } from '../quantiles.js';
import { type Heard, Screen } from './screen.js';
import type { Watcher } from './watchers.js';

/** Thousands of open panels in a process of their own. The process answers each order when it is done. */
export type CrowdOrder =
  | { open: { doors: string[]; watchers: Watcher[]; polling: number } }
  /** Waits until all are connected; null = not within `within_s`. */
  | { whole: { within_s: number } }
  /** Messages received since the last such order. */
  | { heard: true };
export interface CrowdAnswer {
  open?: number;
  back_s?: number | null;
  messages?: number;
  delay_ms?: Quantiles;
  reads?: number;
  failed_reads?: number;
  refused?: number;
}

/** As many connect at once in the beginning. */
const AT_ONCE = 50;
const LOOK_MS = 100;

let screens: Screen[] = [];
let heard: Heard = { messages: 0, delays: [], reads: 0, failed_reads: 0, refused: 0 };

async function open({ doors, watchers, polling }: Extract<CrowdOrder, { open: object }>['open']): Promise<CrowdAnswer> {
  screens = watchers.map((watcher, i) => new Screen(doors, i, watcher, () => heard));
  for (let i = 0; i < screens.length; i += AT_ONCE)
    await Promise.all(screens.slice(i, i + AT_ONCE).map((screen) => screen.open()));
  for (const screen of screens.slice(0, polling)) screen.poll();
  return { open: screens.length };
}

/** From the first look that finds some away. */
async function whole(within_s: number): Promise<CrowdAnswer> {
  const since = performance.now();
  let away: number | null = null;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = performance.now();
    const all = screens.every(({ connected }) => connected);
    if (!all) away ??= now;
    else if (away !== null) return { back_s: Math.round((now - away) / 100) / 10 };
    if (now - since > within_s * 1_000) return { back_s: null };
  }
}

const told = (): CrowdAnswer => {
  const { delays, ...counts } = heard;
  heard = { messages: 0, delays: [], reads: 0, failed_reads: 0, refused: 0 };
  return { ...counts, delay_ms: quantiles(delays) };
};

const obey = (order: CrowdOrder): Promise<CrowdAnswer> | CrowdAnswer =>
  'open' in order ? open(order.open) : 'whole' in order ? whole(order.whole.within_s) : told();

process.on('message', (order: CrowdOrder) => {
  void Promise.resolve(obey(order)).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
