// Apart from the schemas, so that a browser can load this without zod.
import type { SeriePunto } from './punto-serie.js';
import { sumOfKnown } from './sum-of-known.js';

const DAY_S = 86_400;
/** Steps that are asked for of a year: wide enough for its days. */
export const YEAR_WIDTH = 400;

/** What a counter grew in a series, in its unit, and of how many days that is not known. */
export const grownIn = ({
  puntos,
  paso_s,
}: Pick<SeriePunto, 'puntos' | 'paso_s'>): { total: number | null; dias_sin_datos: number } => {
  const sums = puntos.map(({ suma }) => suma);
  const unknown_s = sums.filter((suma) => suma === null).length * (paso_s ?? DAY_S);
  return { total: sumOfKnown(sums), dias_sin_datos: Math.round(unknown_s / DAY_S) };
};

/** What is left of a concession, m³; below 0 = more was used, null = not known. */
export const leftOf = (concesion_m3: number, used_m3: number | null): number | null =>
  used_m3 === null ? null : sumOfKnown([concesion_m3, -used_m3]);
