/** The value below which the fraction `p` (0–1) of `values` lies; null for no values. Sorts `values` in place. */
export const percentile = (values: number[], p: number): number | null => {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * p))] ?? null;
};
