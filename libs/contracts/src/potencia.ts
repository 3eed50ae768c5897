// Apart from the schemas, so that a browser can load this without zod.

/** What is learned of a pump: its power, and its energy for a m³. */
export const QUE_POTENCIA = ['kw', 'kwh_m3'] as const;
