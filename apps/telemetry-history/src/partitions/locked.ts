import { setTimeout as pause } from 'node:timers/promises';

const INTENTOS = 5;
const PAUSA_MS = 100;
/** lock_not_available, deadlock_detected. */
const OCUPADO = new Set(['55P03', '40P01']);

/** SQLSTATE of what pg or TypeORM threw; '' when it has none. */
export const sqlStateOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined) return sqlStateOf(driverError);
  return typeof code === 'string' ? code : '';
};

/** Runs `work` again, a few times, when it did not get its locks. */
export const retryLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let intento = 1; ; intento++) {
    try {
      return await work();
    } catch (error) {
      if (intento === INTENTOS || !OCUPADO.has(sqlStateOf(error))) throw error;
      await pause(PAUSA_MS * intento * (0.5 + Math.random()));
    }
  }
};
