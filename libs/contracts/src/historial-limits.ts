// Apart from the schemas: browsers need these numbers, and no zod.

/** Bounds of `historial/usuario` (DEC-10). */
export const DEFAULT_HISTORIAL_DAYS = 30;
export const HISTORIAL_MAX = 10_000;
/** Entries that a page before an entry holds at most. */
export const HISTORIAL_PAGE = 1_000;
