import { setTimeout as delay } from 'node:timers/promises';

export const pause = (ms: number): Promise<void> => delay(ms);

/** Resolves to the result of `work`, or to `otherwise` when `work` takes longer than `ms`. */
export const atMost = async <T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> => {
  const stop = new AbortController();
  try {
    return await Promise.race([work, delay(ms, otherwise, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
};
