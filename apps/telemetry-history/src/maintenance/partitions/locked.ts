import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 5;
const PAUSE_MS = 100;
/** lock_not_available, deadlock_detected. */
const BUSY = new Set(['55P03', '40P01']);

/** SQLSTATE of an error of pg or TypeORM; '' when it has none. */
export const sqlStateOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined) return sqlStateOf(driverError);
  return typeof code === 'string' ? code : '';
};

/** Retries `work` a few times when it could not get its locks. */
export const retryLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !BUSY.has(sqlStateOf(error))) throw error;
      await pause(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
};
