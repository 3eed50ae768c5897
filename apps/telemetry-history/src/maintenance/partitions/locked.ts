import { retry, sqlStateOf } from '@acequia/service-kit';

const ATTEMPTS = 5;
const PAUSE_MS = 100;
/** lock_not_available, deadlock_detected. */
const BUSY = new Set(['55P03', '40P01']);

/** Retries `work` a few times when it could not get its locks. */
export const retryLocked = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, (error, attempt) =>
    attempt < ATTEMPTS && BUSY.has(sqlStateOf(error)) ? PAUSE_MS * attempt * (0.5 + Math.random()) : undefined,
  );
