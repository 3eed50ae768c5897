/** Limits in per cent: above them a motor suffers (voltage, NEMA MG-1) or a phase is overloaded (current). */
export const HIGH_IMBALANCE = { voltaje: 2, corriente: 20 } as const;

/**
 * Phase imbalance in per cent: the largest deviation of a phase from the mean, divided by the mean (NEMA MG-1). Null when a phase is
 * unknown or the mean is zero.
 */
export function imbalance(phases: readonly (number | null | undefined)[]): number | null {
  const values = phases.filter((value): value is number => typeof value === 'number');
  if (values.length !== 3) return null;
  const media = values.reduce((sum, value) => sum + value, 0) / 3;
  if (media <= 0) return null;
  return (Math.max(...values.map((value) => Math.abs(value - media))) / media) * 100;
}
