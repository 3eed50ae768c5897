// Apart from the schemas, so that a browser can load this without zod.

/** Bounds of `historial/usuario` (DEC-10). */
export const DEFAULT_HISTORIAL_DAYS = 30;
export const HISTORIAL_MAX = 10_000;
/** Most entries of a page. */
export const HISTORIAL_PAGE = 1_000;
/** Most commands of a list. */
export const COMANDOS_MAX = 200;
