import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { readRedisAddress, type RedisAddress } from './redis-address.js';

/** One server (found directly or through Sentinels) or a cluster. Every command names keys of one slot, so that both work. */
export type RedisClient = Redis | Cluster;

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
const watch = <R extends RedisClient>(redis: R, role: string, logger: Logger): R => {
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
  return redis;
};

/** Watches the connection and its duplicates, recursively. */
const watched = (redis: Redis, role: string, logger: Logger): Redis => {
  watch(redis, role, logger);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override?: Partial<RedisOptions>) => watched(duplicate(override), `${role} (copy)`, logger);
  return redis;
};

/**
 * A connection that reconnects without limit and whose commands fail fast. Its copies ({@link copyOf}, or a client made from its
 * options) have no command timeout: they serve blocking reads and subscriptions.
 * @param url as {@link readRedisAddress} reads it
 * @param role names the connection in the log.
 */
export const createRedis = (url: string, role: string, logger: Logger): RedisClient => {
  const address = readRedisAddress(url);
  if (address.kind === 'cluster') {
    const { retryStrategy, enableOfflineQueue, ...perNode } = RESILIENT;
    const cluster = new Cluster(address.nodes, {
      clusterRetryStrategy: retryStrategy,
      enableOfflineQueue,
      // A command whose node died may have run there, so it fails; the next one goes to the new primary.
      retryDelayOnFailover: 0,
      redisOptions: { ...perNode, ...address.access, commandTimeout: COMMAND_TIMEOUT_MS },
    });
    return watch(cluster, role, logger);
  }
  const redis =
    address.kind === 'server'
      ? new Redis(address.url, RESILIENT)
      : new Redis({ ...RESILIENT, ...throughSentinels(address), replyMapping: 'legacy' });
  // Not enumerable, so that copied options do not include it.
  Object.defineProperty(redis.options, 'commandTimeout', { value: COMMAND_TIMEOUT_MS, enumerable: false });
  return watched(redis, role, logger);
};

const throughSentinels = ({ sentinels, name, access }: Extract<RedisAddress, { kind: 'sentinel' }>): RedisOptions => ({
  sentinels,
  name,
  ...access,
  ...(access.password !== undefined && { sentinelPassword: access.password }),
  ...(access.tls && { sentinelTLS: access.tls, enableTLSForSentinelMode: true }),
});

interface CopyOptions {
  /** A connection that is silent this long, ms, is renewed. */
  socketTimeout?: number;
  autoResubscribe?: boolean;
}

/** Another connection to the same server or cluster, without a command timeout. */
export const copyOf = (redis: RedisClient, options: CopyOptions = {}): RedisClient => {
  if (!(redis instanceof Cluster)) return redis.duplicate(options);
  const { commandTimeout: _, ...perNode } = redis.options.redisOptions ?? {};
  const copy = redis.duplicate([], { redisOptions: { ...perNode, ...options, replyMapping: 'legacy' } });
  copy.on('error', () => undefined);
  return copy;
};

/** True when a primary that dies is replaced by a copy, which may lack what the primary accepted last. */
export const hasReplicas = (redis: RedisClient): boolean =>
  redis instanceof Cluster || (redis.options.sentinels ?? []).length > 0;

/** Closes a connection with QUIT, or at once when the server does not answer. */
export const closeRedis = async (redis: RedisClient): Promise<void> => {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined);
  redis.disconnect();
};
