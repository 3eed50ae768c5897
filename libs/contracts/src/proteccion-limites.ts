// Apart from the schemas, so that a browser can load this without zod.

/** Most protections of a board, most switches that one turns off, most valves behind its meter, and its longest times. */
export const PROTECCION_LIMITES = {
  PLACA: 16,
  APAGA: 16,
  VALVULAS: 16,
  ESPERA_S: 3_600,
  MINUTOS: 7 * 1_440,
  OMITIR_MINUTOS: 240,
} as const;
