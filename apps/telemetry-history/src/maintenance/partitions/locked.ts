import { sqlStateOf } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 5;
const PAUSE_MS = 100;
/** lock_not_available, deadlock_detected. */
const BUSY = new Set(['55P03', '40P01']);

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
