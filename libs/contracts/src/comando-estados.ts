// Apart from the schemas, so that a browser can have them without zod.

/**
 * solicitado (written down) → enviado (it left; from here on it may have acted) → confirmado (read back), rechazado (it did
 * not act, and will not), vencido (not sent in time, or it arrived late and was refused) or sin_respuesta (nobody knows; a
 * board's late word may still tell).
 */
export const ESTADOS_COMANDO = [
  'solicitado',
  'enviado',
  'confirmado',
  'rechazado',
  'vencido',
  'sin_respuesta',
] as const;

/** A command to a switch in the words of a screen. */
export const COMANDO_TEXT: Readonly<Record<(typeof ESTADOS_COMANDO)[number], string>> = {
  solicitado: 'Esperando a la placa',
  enviado: 'Enviado a la placa',
  confirmado: 'Confirmado por la placa',
  rechazado: 'Rechazado por la placa',
  vencido: 'Venció sin ejecutarse',
  sin_respuesta: 'Sin respuesta de la placa',
};

/** The same wish for the same thing within this time is the same command, ms: a double click, or a retry without a key. */
export const SAME_WISH_MS = 1_000;
/** A board refuses a command that reaches it later than this after it was asked for, ms. */
export const COMANDO_EXPIRY_MS = 10_000;
/** After its expiry, how long its answer may still be on its way, ms; then it is sin_respuesta. */
export const COMANDO_GRACE_MS = 5_000;
