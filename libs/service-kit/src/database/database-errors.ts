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
 * SQLSTATEs that mean "not now": connection exceptions (08), insufficient resources, a full disk and too many connections (53),
 * operator intervention: shutdown, start-up, statement timeout (57), I/O (58), and a primary that became a replica.
 */
const SQLSTATE = /^(08\w{3}|53\w{3}|57(014|P0[1-5])|58\w{3}|25006)$/;

/** pg has no codes for these. */
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

/** The database cannot be reached, or cannot serve, just now. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!isObject(error)) return false;
  const { code, message } = failureOf(error);
  return NETWORK.has(code) || SQLSTATE.test(code) || LOST.test(message) || NOT_OBTAINED.test(message);
};

/** The connection broke after the statement was sent: nobody knows whether it was carried out. */
export const isAnswerLost = (error: unknown): boolean => {
  if (!isObject(error)) return false;
  const { code, message } = failureOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ETIMEDOUT' || LOST.test(message);
};

/** `servicio_no_disponible` in place of an error that means "the database cannot serve just now"; any other error unchanged. */
export const translateDatabaseError = (error: unknown): unknown =>
  error instanceof AppError || !isDatabaseUnavailable(error)
    ? error
    : new AppError('servicio_no_disponible', { cause: error });

/**
 * Runs `fn` and throws its database errors translated. What goes through the module's DataSource is translated already; this is for
 * code that takes a pg client by itself.
 */
export const mapDatabaseErrors = async <T>(fn: () => Promise<T>): Promise<T> => {
  try {
    return await fn();
  } catch (error) {
    throw translateDatabaseError(error);
  }
};
