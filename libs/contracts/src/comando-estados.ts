// Apart from the schemas, so that a browser can load this without zod.

/**
 * solicitado (recorded) → enviado (sent; it may have acted from here on) → confirmado (read back), rechazado (did not act and
 * will not), vencido (not sent in time, or refused because it arrived late) or sin_respuesta (outcome unknown; a late answer of
 * the board may still settle it).
 */
export const ESTADOS_COMANDO = [
  'solicitado',
  'enviado',
  'confirmado',
  'rechazado',
  'vencido',
  'sin_respuesta',
] as const;

type Estado = (typeof ESTADOS_COMANDO)[number];

/** Rank of each state; a late report of the board can still replace `sin_respuesta`. */
const PROGRESS: Readonly<Record<Estado, number>> = {
  solicitado: 0,
  enviado: 1,
  sin_respuesta: 2,
  vencido: 3,
  rechazado: 3,
  confirmado: 3,
};

/** Whether a state comes after another in the life of one command: live messages of two instances may cross. */
export const isFurther = (estado: Estado, than: Estado): boolean => PROGRESS[estado] > PROGRESS[than];

/** A command is open until it is known whether it acted, or is given up. */
export const isOpenComando = ({ estado }: { estado: Estado }): boolean =>
  estado === 'solicitado' || estado === 'enviado';

/** The same command for the same target within this time counts as one, ms: a double click, or a retry without a key. */
export const SAME_WISH_MS = 1_000;
/** A board refuses a command that arrives later than this after the request, ms. */
export const COMANDO_EXPIRY_MS = 10_000;
/** How long after its expiry an answer may still arrive, ms; then the command is sin_respuesta. */
export const COMANDO_GRACE_MS = 5_000;
