/** Life of a cached entry, ms: the longest that a lost invalidation keeps an unassigned switch readable. */
export const GRANTS_MS = 5_000;

/** Both keys of a usuario share a hash tag, because the writer changes them in one script. */
export const grantsKeys = (usuario_id: number): { entry: string; guard: string } => ({
  entry: `asignaciones:{u${usuario_id}}`,
  guard: `asignaciones:{u${usuario_id}}:guarda`,
});
