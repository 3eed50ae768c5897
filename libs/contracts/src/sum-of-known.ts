/** Sum of what is known; null = nothing is. Counted in thousandths: adding fractions drifts. */
export const sumOfKnown = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + Math.round(one * 1_000), 0) / 1_000;
};
