import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** Command timeout, ms: with Redis stopped or unreachable a request answers 503 quickly instead of hanging. */
const COMMAND_TIMEOUT_MS = 3_000;
const MAX_RECONNECT_DELAY_MS = 1_000;
/** Interval of log lines while a server is away, ms. */
const COMPLAIN_EVERY_MS = 10_000;

const RESILIENT = {
  // Retries without limit, with capped back-off and jitter: the process outlives a Redis outage.
  retryStrategy: (times: number) =>
    Math.min(25 * 2 ** Math.min(times, 10), MAX_RECONNECT_DELAY_MS) * (0.75 + Math.random() / 2),
  connectTimeout: COMMAND_TIMEOUT_MS,
  // 0 = commands in flight when the connection drops fail at once and are never resent: they may have been executed, and only
  // the caller knows whether repeating is harmful. (With the resend off, any other number would make them hang.)
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Commands issued while disconnected wait for the next attempt only, so a brief interruption of Redis costs nothing.
  enableOfflineQueue: true,
  keepAlive: 10_000,
  // After a failover the old primary answers READONLY: reconnect to find the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Logs, rate-limited, that the server is away and that it is back. Without a listener an error would end the process. */
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

/** Watches the connection and its duplicates, recursively. */
const watched = (redis: Redis, role: string, logger: Logger): Redis => {
  watch(redis, role, logger);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override?: Partial<RedisOptions>) => watched(duplicate(override), `${role} (copy)`, logger);
  return redis;
};

/**
 * A connection that reconnects without limit and whose commands fail fast. Its copies (`duplicate()`, or a client made from its
 * options) have no command timeout: they serve blocking reads and subscriptions.
 * @param role names the connection in the log.
 */
export const createRedis = (url: string, role: string, logger: Logger): Redis => {
  const redis = watched(new Redis(url, RESILIENT), role, logger);
  // Not enumerable, so that copied options do not include it.
  Object.defineProperty(redis.options, 'commandTimeout', { value: COMMAND_TIMEOUT_MS, enumerable: false });
  return redis;
};

/** Closes a connection with QUIT, or at once when the server does not answer. */
export const closeRedis = async (redis: Redis): Promise<void> => {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined);
  redis.disconnect();
};
