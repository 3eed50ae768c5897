import type { Logger } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/** Repeats `work` until it succeeds, with growing pauses. @throws the abort reason when stopped before success */
export const insist = async <T>(
  work: () => Promise<T>,
  what: string,
  logger: Logger,
  stopped: AbortSignal,
): Promise<T> => {
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
    stopped.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      logger.warn({ err: error, retry_ms: delay }, what);
      await pause(delay * (0.75 + Math.random() / 2), undefined, { signal: stopped });
    }
  }
};
