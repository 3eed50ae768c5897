const BYTES = 16;

/** Names one click, so that however often its request is sent, it is one command. `crypto.randomUUID` is missing over plain HTTP. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
