// Apart from the schemas, so that a browser can have them without zod.

/** What hangs on a relay. */
export const TIPOS_SWITCH = ['selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'] as const;
export type TipoSwitch = (typeof TIPOS_SWITCH)[number];
