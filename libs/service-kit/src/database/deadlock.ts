import { retry } from '../retry.js';

/** SQLSTATE of an error of pg or TypeORM; '' when it has none. */
export const sqlStateOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined) return sqlStateOf(driverError);
  return typeof code === 'string' ? code : '';
};

const DEADLOCK = '40P01';
const ATTEMPTS = 4;

/**
 * Runs a transaction again when Postgres aborts it to break a deadlock. Deadlocks are possible although locks are taken in one
 * order: a batch of events holds the locks of several companies.
 */
export const retryDeadlock = <T>(transaction: () => Promise<T>): Promise<T> =>
  retry(transaction, (error, attempt) => (attempt < ATTEMPTS && sqlStateOf(error) === DEADLOCK ? 0 : undefined));
