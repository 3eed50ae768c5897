import { backOff, type Logger, retry } from '@acequia/service-kit';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/** Repeats `work` until it succeeds, with growing pauses. @throws the abort reason when stopped before success */
export const insist = <T>(work: () => Promise<T>, what: string, logger: Logger, stopped: AbortSignal): Promise<T> =>
  retry(
    work,
    (error, attempt) => {
      const retry_ms = backOff(attempt, FIRST_RETRY_MS, MAX_RETRY_MS);
      logger.warn({ err: error, retry_ms }, what);
      return retry_ms;
    },
    stopped,
  );
