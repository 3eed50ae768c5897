import { type FlatOut, flatOut, together } from '../ingest/flat-out.js';
import { type Quantiles, quantiles } from '../quantiles.js';
import type { Installation } from './installation.js';

const PACED = { rate: 2_000, seconds: 8 };
const FLAT_OUT_S = 8;
const LIVE_S = 10;
const WARM_UP_S = 5;

type Name = 'beside' | 'without';
const NAMES = ['beside', 'without'] as const;
/** Each runs first as often as the other, so that load on the machine affects both. */
const ORDER: readonly Name[] = ['beside', 'without', 'without', 'beside', 'beside', 'without'];

interface Taken {
  flat: FlatOut[];
  puback_ms: number[];
  live: Quantiles[];
}

/** The same boards, rules and samples in two installations; only one is busy at a time. */
export async function inPairs(both: Record<Name, Installation>): Promise<object> {
  const taken: Record<Name, Taken> = {
    beside: { flat: [], puback_ms: [], live: [] },
    without: { flat: [], puback_ms: [], live: [] },
  };
  for (const name of NAMES) await flatOut(both[name].side, both[name].db, WARM_UP_S);
  for (const name of ORDER) {
    const { side, db, live } = both[name];
    const { flat, puback_ms, live: lives } = taken[name];
    flat.push(await flatOut(side, db, FLAT_OUT_S));
    puback_ms.push(...(await side.fleet.paced(PACED.rate, PACED.seconds, () => undefined)).puback_ms);
    lives.push((await live.measure(LIVE_S)).ms);
  }
  const [beside, without] = NAMES.map((name) => figures(taken[name])) as [Figures, Figures];
  return {
    beside,
    without,
    ratio_ingest: hundredths(beside.ingest.persisted_per_s / without.ingest.persisted_per_s),
    ratio_puback_p50: hundredths(without.puback_ms.p50 / beside.puback_ms.p50),
    ratio_live_p50: hundredths(without.live_ms.p50 / beside.live_ms.p50),
  };
}

const figures = ({ flat, puback_ms, live }: Taken) => ({
  ingest: together(flat),
  puback_ms: quantiles(puback_ms),
  live_ms: { p50: mean(live.map(({ p50 }) => p50)), p99: mean(live.map(({ p99 }) => p99)) },
});
type Figures = ReturnType<typeof figures>;

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const mean = (values: readonly number[]): number =>
  hundredths(values.reduce((sum, value) => sum + value, 0) / values.length);
