// Apart from the schemas, so that a browser can load this without zod.

/** Protections over a counter of water. */
export const POR_CAUDAL = ['rotura', 'sin_caudal', 'fuga'] as const;
export type PorCaudal = (typeof POR_CAUDAL)[number];

export const isByFlow = (cuando: string): cuando is PorCaudal => (POR_CAUDAL as readonly string[]).includes(cuando);

/** A flow that was wrong. The figures are null once its board has restarted. */
export interface CaudalMal {
  causa: PorCaudal;
  m3h: number | null;
  esperado_m3h: number | null;
}

const NOMBRES: Record<PorCaudal, string> = { rotura: 'rotura', sin_caudal: 'sin caudal', fuga: 'fuga' };
const figure = (value: number): string => String(Math.round(value * 10) / 10);

/** «rotura: 14.2 m³/h con 9 esperados». */
export const flowCause = ({ causa, m3h, esperado_m3h }: CaudalMal): string => {
  if (m3h === null || esperado_m3h === null) return NOMBRES[causa];
  const expected = causa === 'fuga' ? 'con todo cerrado' : `con ${figure(esperado_m3h)} esperados`;
  return `${NOMBRES[causa]}: ${figure(m3h)} m³/h ${expected}`;
};
