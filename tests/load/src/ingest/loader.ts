import { get } from 'node:http';
import { type Quantiles, quantiles } from '../quantiles.js';
import { BenchFleet, type Board } from './fleet.js';

/**
 * What keeps Acequia busy while something is measured, in a process of its own so that it does not slow the measuring clock.
 * Messages: {connect} (in place of those connected before), {flatOut} and {paced} are answered when done; {download} begins one
 * after the other until the process ends.
 */
export type Order =
  | { connect: { url: string; boards: Board[]; comesBack?: boolean } }
  | { flatOut: { seconds: number; inFlight?: number } }
  | { paced: { rate: number; seconds: number } }
  | { download: { url: string; token: string } };
export interface Answer {
  acked?: number;
  acked_per_s?: number;
  /** ms since 1970: no sample of the run is older. */
  since?: number;
  /** After a cut: from the first board that was away until all were connected again, s. */
  back_s?: number | null;
  failed?: number;
  puback_ms?: Quantiles;
  bytes?: number;
}

let fleet: BenchFleet | undefined;
let bytes = 0;

const download = (url: string, token: string): void => {
  get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.on('close', () => download(url, token));
  }).on('error', () => setTimeout(() => download(url, token), 1_000));
};

const LOOK_MS = 100;

const watchCut = (watched: BenchFleet): { end: () => number | null } => {
  const all = watched.connected;
  let cut: number | null = null;
  let back: number | null = null;
  const timer = setInterval(() => {
    const whole = watched.connected === all;
    if (!whole) cut ??= performance.now();
    back = whole && cut !== null ? (back ?? performance.now()) : null;
  }, LOOK_MS);
  const end = (): number | null => {
    clearInterval(timer);
    return cut === null || back === null ? null : Math.round((back - cut) / 100) / 10;
  };
  return { end };
};

async function obey(order: Order): Promise<Answer> {
  if ('connect' in order) {
    fleet?.close();
    const { url, boards, comesBack } = order.connect;
    fleet = await BenchFleet.connect(url, boards, comesBack);
    return {};
  }
  if ('download' in order) {
    download(order.download.url, order.download.token);
    return {};
  }
  const watch = watchCut(fleet!);
  const run =
    'flatOut' in order
      ? await fleet!.flatOut(order.flatOut.seconds, order.flatOut.inFlight)
      : await fleet!.paced(order.paced.rate, order.paced.seconds, () => undefined);
  return {
    acked: run.acked,
    since: run.since,
    back_s: watch.end(),
    acked_per_s: Math.round(run.acked / run.seconds),
    failed: run.failed,
    puback_ms: quantiles(run.puback_ms),
    bytes,
  };
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
