import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** Longest a command waits for its answer, ms: a Redis that is stopped or unreachable is a quick 503, not a hung request. */
const COMMAND_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_DELAY_MS = 1_000;
/** One line per this long while a server is away, ms. */
const COMPLAIN_EVERY_MS = 10_000;

const RESILIENT = {
  // For ever, with capped back-off and jitter: the process outlives its Redis.
  retryStrategy: (times: number) =>
    Math.min(25 * 2 ** Math.min(times, 10), MAX_RECONNECT_DELAY_MS) * (0.75 + Math.random() / 2),
  connectTimeout: COMMAND_TIMEOUT_MS,
  // 0 = when the connection drops, what was in flight fails at once and is never sent again: it may have been executed, and
  // only the caller knows whether a repetition does harm. (With the resend off and any other number it would hang.)
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // What is asked between a drop and the next attempt waits for that attempt only, so that a blink of Redis costs nothing.
  enableOfflineQueue: true,
  keepAlive: 10_000,
  // After a failover the old primary answers READONLY: look for the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Says in the log, not too often, that the server is away, and that it is back. Without a listener an error would end the process. */
const watch = (redis: Redis, role: string, logger: Logger): void => {
  let lastComplaint = 0;
  redis.on('error', (error: Error) => {
    if (Date.now() - lastComplaint < COMPLAIN_EVERY_MS) return;
    lastComplaint = Date.now();
    logger.warn({ err: error, redis: role }, 'Redis is not reachable');
  });
  redis.on('ready', () => {
    if (lastComplaint > 0) logger.info({ redis: role }, 'Redis is back');
    lastComplaint = 0;
  });
};

/** Copies, and their copies, are watched too. */
const watched = (redis: Redis, role: string, logger: Logger): Redis => {
  watch(redis, role, logger);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override?: Partial<RedisOptions>) => watched(duplicate(override), `${role} (copy)`, logger);
  return redis;
};

/**
 * A connection that never gives up and whose commands fail fast. Copies of it (`duplicate()`, or a client made of its options) have no
 * time limit per command: they are for blocking reads and subscriptions.
 * @param role names it in the log.
 */
export const createRedis = (url: string, role: string, logger: Logger): Redis => {
  const redis = watched(new Redis(url, RESILIENT), role, logger);
  // Not enumerable, so that whoever copies the options does not copy this one.
  Object.defineProperty(redis.options, 'commandTimeout', { value: COMMAND_TIMEOUT_MS, enumerable: false });
  return redis;
};

/** Closes a connection politely, or at once when the server does not answer. */
export const closeRedis = async (redis: Redis): Promise<void> => {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined);
  redis.disconnect();
};
