import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.js';

interface Keyed {
  headers: { 'Idempotency-Key': string };
}

/** Sends what a form makes. The same contents sent again, because their answer was lost, make one thing. */
export function useOnceMade() {
  const unanswered = useRef<{ contents: string; key: string } | null>(null);
  return async <T>(data: object, send: (keyed: Keyed) => Promise<T>): Promise<T> => {
    const contents = JSON.stringify(data);
    if (unanswered.current?.contents !== contents) unanswered.current = { contents, key: newIdempotencyKey() };
    const made = await send({ headers: { 'Idempotency-Key': unanswered.current.key } });
    unanswered.current = null;
    return made;
  };
}
