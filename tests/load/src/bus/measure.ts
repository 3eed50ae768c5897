export interface Measure {
  calls_s: number;
  p50_ms: number;
  p99_ms: number;
}

const WARM_UP_MS = 500;

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Keeps `concurrency` calls under way for `ms`, after a warm-up that is not counted. */
export const measure = async (call: () => Promise<unknown>, concurrency: number, ms: number): Promise<Measure> => {
  const durations: number[] = [];
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + ms;
  const worker = async (): Promise<void> => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await call();
      if (start >= begin) durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  durations.sort((a, b) => a - b);
  return {
    calls_s: Math.round((durations.length / ms) * 1_000),
    p50_ms: round(percentile(durations, 0.5), 3),
    p99_ms: round(percentile(durations, 0.99), 3),
  };
};

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
