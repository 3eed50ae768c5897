// Apart from the schemas, so that a browser can load this without zod.

/** Types of load on a relay. */
export const TIPOS_SWITCH = ['selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'] as const;
export type TipoSwitch = (typeof TIPOS_SWITCH)[number];
