/** Longest that a lost invalidation can keep an unassigned switch readable, ms. */
export const GRANTS_MS = 5_000;

/** Both keys of a usuario share a hash tag: the writer changes them in one script. */
export const grantsKeys = (usuario_id: number): { entry: string; guard: string } => ({
  entry: `asignaciones:{u${usuario_id}}`,
  guard: `asignaciones:{u${usuario_id}}:guarda`,
});
