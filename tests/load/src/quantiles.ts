export interface Quantiles {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Quantiles of a list of measures, rounded to hundredths. Sorts the list. */
export function quantiles(values: number[]): Quantiles {
  values.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN) * 100) / 100;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
