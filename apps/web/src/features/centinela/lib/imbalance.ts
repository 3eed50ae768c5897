/** Above these a motor suffers (NEMA MG-1 for voltage) or a phase is overloaded; per cent. */
export const DESEQUILIBRIO_ALTO = { voltaje: 2, corriente: 20 } as const;

/**
 * Phase imbalance in per cent: the largest distance of a phase from the mean, over the mean (NEMA MG-1).
 * Null unless all three phases are known and something flows.
 */
export function desequilibrio(fases: readonly (number | null | undefined)[]): number | null {
  const valores = fases.filter((valor): valor is number => typeof valor === 'number');
  if (valores.length !== 3) return null;
  const media = valores.reduce((suma, valor) => suma + valor, 0) / 3;
  if (media <= 0) return null;
  return (Math.max(...valores.map((valor) => Math.abs(valor - media))) / media) * 100;
}
