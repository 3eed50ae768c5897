/** Above these a motor suffers (NEMA MG-1 for voltage) or a phase is overloaded; per cent. */
export const HIGH_IMBALANCE = { voltaje: 2, corriente: 20 } as const;

/**
 * Phase imbalance in per cent: the largest distance of a phase from the mean, over the mean (NEMA MG-1).
 * Null unless all three phases are known and something flows.
 */
export function imbalance(phases: readonly (number | null | undefined)[]): number | null {
  const values = phases.filter((value): value is number => typeof value === 'number');
  if (values.length !== 3) return null;
  const media = values.reduce((sum, value) => sum + value, 0) / 3;
  if (media <= 0) return null;
  return (Math.max(...values.map((value) => Math.abs(value - media))) / media) * 100;
}
