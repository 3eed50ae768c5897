/** Every turn of the service may start this late, s: a valve has to be seen open before its pump starts, a motor has to rest. */
const GRACE_S = 30;

/** The latest time at which the service starts a turn, ms. */
export const lastStartOf = ({ inicio, tarde_s }: { inicio: string; tarde_s: number }): number =>
  Number(inicio) + Math.max(tarde_s, GRACE_S) * 1_000;

/** The same in SQL, of a row of `turnos` named t. */
export const LAST_START = `(t.inicio + greatest(t.tarde_s, ${GRACE_S}) * 1000::bigint)`;
