import type { DescarteReason } from '@acequia/contracts';

/** Largest packet a board may send, bytes (also the cap at the socket). */
export const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Longest array of buffered samples in one message. */
export const MAX_SAMPLES = 500;

export interface Rejection {
  motivo: DescarteReason;
  /** Where and what is wrong: Spanish, printable, at most 200 characters. */
  detalle: string;
}

/** Result of decoding a message that holds one value. */
export type Decoded<T> = { ok: true; value: T } | ({ ok: false } & Rejection);

const MAX_DETAIL = 200;
const MAX_EXCERPT = 512;
// Postgres text holds no NUL; the other controls would break a log line or a terminal.
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(31)}${String.fromCharCode(127)}]`, 'g');

/** Text from a board that is safe to store and to show. */
export const safeText = (text: string, max: number): string =>
  text.slice(0, max).replace(CONTROL, '\u{FFFD}').toWellFormed();

export const rejection = (motivo: DescarteReason, detalle: string): Rejection => ({
  motivo,
  detalle: safeText(detalle, MAX_DETAIL),
});

/** First 512 characters of a payload, safe to store: what a dead letter shows. */
export const excerpt = (payload: Buffer): string =>
  // A character has at most 4 bytes: the rest of a large payload is never turned into text.
  safeText(payload.toString('utf8', 0, MAX_EXCERPT * 4), MAX_EXCERPT);

/** JSON of a payload. Never throws: broken text, too many bytes and an empty payload come back as a refusal. */
export const parseJson = (payload: Buffer, maxBytes = MAX_PAYLOAD_BYTES): Decoded<unknown> => {
  if (payload.length > maxBytes) {
    return { ok: false, ...rejection('demasiado_grande', `${payload.length} bytes; el máximo es ${maxBytes}`) };
  }
  try {
    return { ok: true, value: JSON.parse(payload.toString('utf8')) };
  } catch {
    // V8's error message quotes the payload; the excerpt already shows it.
    return { ok: false, ...rejection('json_invalido', payload.length === 0 ? 'Mensaje vacío' : 'No es JSON válido') };
  }
};

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
