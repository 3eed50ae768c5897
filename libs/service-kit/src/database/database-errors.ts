import { AppError } from '@acequia/contracts';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/**
 * SQLSTATEs of temporary failures: connection exceptions (08); insufficient resources, a full disk, too many connections (53);
 * operator intervention such as shutdown, start-up or statement timeout (57); I/O (58); a primary that became a replica (25006).
 */
const SQLSTATE = /^(08\w{3}|53\w{3}|57(014|P0[1-5])|58\w{3}|25006)$/;

/** pg reports these failures by message only, without a code. */
const LOST =
  /Connection terminated|Query read timeout|connection error and is not queryable|was closed and is not queryable/;
const NOT_OBTAINED = /timeout exceeded when trying to connect|calling end on the pool|connection timeout/;

interface Failure {
  code: string;
  message: string;
}

const failureOf = (error: unknown): Failure => {
  const { code, message, driverError } = error as { code?: unknown; message?: unknown; driverError?: unknown };
  if (driverError) return failureOf(driverError);
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
};

const isObject = (error: unknown): boolean => typeof error === 'object' && error !== null;

/** True when the database is temporarily unreachable or unable to serve. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!isObject(error)) return false;
  const { code, message } = failureOf(error);
  return NETWORK.has(code) || SQLSTATE.test(code) || LOST.test(message) || NOT_OBTAINED.test(message);
};

/** True when the connection broke after the statement was sent, so the statement may or may not have run. */
export const isAnswerLost = (error: unknown): boolean => {
  if (!isObject(error)) return false;
  const { code, message } = failureOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ETIMEDOUT' || LOST.test(message);
};

/** Replaces an error of a temporarily unavailable database by `servicio_no_disponible`; returns any other error unchanged. */
export const translateDatabaseError = (error: unknown): unknown =>
  error instanceof AppError || !isDatabaseUnavailable(error)
    ? error
    : new AppError('servicio_no_disponible', { cause: error });

/**
 * Runs `fn` and translates the database errors it throws. For code that uses a pg client directly; the module's DataSource
 * translates its errors itself.
 */
export const mapDatabaseErrors = async <T>(fn: () => Promise<T>): Promise<T> => {
  try {
    return await fn();
  } catch (error) {
    throw translateDatabaseError(error);
  }
};
