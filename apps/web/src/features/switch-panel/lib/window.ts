/** A range of instants, ms. */
export interface Tramo {
  desde: number;
  hasta: number;
}

const HORA = 3_600_000;
export const RANGOS = { dia: 24 * HORA, semana: 7 * 24 * HORA, mes: 30 * 24 * HORA, anio: 365 * 24 * HORA } as const;
export type Rango = keyof typeof RANGOS;

/** As near as one can come: a board speaks every half a minute. */
export const VENTANA_MINIMA_MS = HORA / 6;

/** Zoomed around its middle and kept within the frame; null = all of it. */
export function acercar({ desde, hasta }: Tramo, factor: number, marco: Tramo): Tramo | null {
  const entero = marco.hasta - marco.desde;
  const ancho = Math.max((hasta - desde) * factor, VENTANA_MINIMA_MS);
  if (ancho >= entero) return null;
  const inicio = Math.min(Math.max((desde + hasta - ancho) / 2, marco.desde), marco.hasta - ancho);
  return { desde: Math.round(inicio), hasta: Math.round(inicio + ancho) };
}

/** What is asked for to show a window: half as much again on each side, so that it can be moved before the answer comes. */
export function alrededor({ desde, hasta }: Tramo, marco: Tramo): Tramo {
  const margen = Math.round((hasta - desde) / 2);
  return { desde: Math.max(marco.desde, desde - margen), hasta: Math.min(marco.hasta, hasta + margen) };
}
