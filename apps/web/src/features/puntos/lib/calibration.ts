import type { Punto } from '@acequia/contracts';

/** A board calculates in millionths. */
const inMillionths = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** What the sensor said: a value before factor and sum. Rounded, because values are. */
export const rawOf = (valor: number, { a, b }: Pick<Punto, 'a' | 'b'>): number =>
  Math.round(((valor - b) / a) * 1e4) / 1e4 + 0;

export interface Pair {
  /** What the sensor said, and what another instrument measured then. */
  lectura: number;
  valor: number;
}

/** Factor and sum that make each reading its value; null where there are none: one reading, or one value for both. */
export function lineThrough([first, second]: readonly [Pair, Pair]): { a: number; b: number } | null {
  const a = inMillionths((second.valor - first.valor) / (second.lectura - first.lectura));
  if (!Number.isFinite(a) || a === 0) return null;
  return { a, b: inMillionths(first.valor - a * first.lectura) };
}
