const BYTES = 16;

/** Identifies one click, so that repeated sends of its request make one command. `crypto.randomUUID` is missing over plain HTTP. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
