/** What a generated history looks like: who measured when and what. The same options give the same rows, to the digit. */

export const DAYS = 400;
const DAY_MS = 86_400_000;
const SPAN_MS = DAYS * DAY_MS;
/** One board is quick enough to have 5 of 100 million readings within a year; the others measure about every 30 s. */
const QUICK_SHARE = 0.0576;
const ROWS_PER_BOARD = 1_150_000;
const FEWEST_BOARDS = 4;
/** One sample in so many speaks of the relays, too. */
export const STATES_EVERY = 10;

/** One board's part: sample i is at `from + i × every_ms`. */
export interface Sampling {
  from: number;
  every_ms: number;
  samples: number;
}

/** The quick board first. @param until no sample is later, ms */
export function shapeOf(rows: number, until: number): Sampling[] {
  const quick = Math.round(rows * QUICK_SHARE);
  const boards = Math.max(FEWEST_BOARDS, Math.round((rows - quick) / ROWS_PER_BOARD));
  const others = Array.from({ length: boards }, (_, i) => Math.floor(((i + 1) * (rows - quick)) / boards));
  const samples = [quick, ...others.map((upTo, i) => upTo - (others[i - 1] ?? 0))];
  return samples.map((count, i) => ({
    from: until - SPAN_MS + i * 37,
    every_ms: Math.floor((SPAN_MS - DAY_MS / 24) / count),
    samples: count,
  }));
}

/** Numbers of the samples that lie in [desde, hasta): first, and the one after the last. */
export function samplesIn({ from, every_ms, samples }: Sampling, desde: number, hasta: number): [number, number] {
  const since = (ms: number): number => Math.min(samples, Math.max(0, Math.ceil((ms - from) / every_ms)));
  return [since(desde), since(hasta)];
}

/** The months of UTC that the history touches: their first instants, and the one after. */
export function monthsOf(until: number): number[] {
  const first = new Date(until - SPAN_MS);
  const months: number[] = [];
  for (let n = 0; ; n++) {
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n);
    months.push(start);
    if (start > until) return months;
  }
}

const triangle = (ms: number, period: number): number => Math.abs(((ms % period) / period) * 2 - 1);
/** Warm days, cool nights, a slow season and some noise; hundredths of °C. */
export const temperatureAt = (board: number, ms: number): number =>
  1_200 + Math.round(1_500 * (1 - triangle(ms, DAY_MS)) + 600 * triangle(ms, 365 * DAY_MS)) + ((ms + board * 7) % 97);
/** Hundredths of % relative humidity. */
export const humidityAt = (board: number, ms: number): number =>
  4_000 + Math.round(4_000 * triangle(ms, DAY_MS)) + ((ms + board * 13) % 89);
/** Pins 4 and 5 as a mask of what is on: each runs for some hours at a time, pin 5 every other time. */
export const onAt = (board: number, ms: number): number => {
  const turn = Math.floor((ms + board * 600_000) / 5_400_000);
  return (turn % 3 === 0 ? 1 << 4 : 0) | (turn % 4 === 1 ? 1 << 5 : 0);
};
export const BOTH_PINS = (1 << 4) | (1 << 5);
