import { setTimeout as pause } from 'node:timers/promises';

/** The pause before the next attempt, ms; undefined = give up. `attempt` counts from 1. */
export type RetryAfter = (error: unknown, attempt: number) => number | undefined;

/** A pause that doubles with each attempt, and differs by a quarter so that instances do not act together, ms. */
export const backOff = (attempt: number, first_ms: number, max_ms: number): number =>
  Math.min(first_ms * 2 ** (attempt - 1), max_ms) * (0.75 + Math.random() / 2);

/** Runs `work` until it succeeds or `after` gives up. @throws the last error; the abort reason when stopped before success */
export const retry = async <T>(work: () => Promise<T>, after: RetryAfter, stopped?: AbortSignal): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    stopped?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const ms = after(error, attempt);
      if (ms === undefined) throw error;
      if (ms > 0) await pause(ms, undefined, stopped && { signal: stopped });
    }
  }
};
