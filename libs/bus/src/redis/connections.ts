import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Cluster } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { BatchingRedis } from './batching-redis.js';
import { BUS_OPTIONS, type BusLogger, type BusOptions, type RedisClient } from '../bus.options.js';
import { BusKeys } from '../keys/bus-keys.js';
import { BusMetrics } from '../metrics.js';
import { PubSub } from './pub-sub.js';
import { SILENCE_MS, Watchdog } from './watchdog.js';

const LONGEST_RETRY_MS = 1_000;

/** Longest wait of a blocking read, ms, and so the longest time until a loop notices that it should stop. */
export const BLOCK_MS = 2_000;

/**
 * A command in flight when the connection breaks is rejected at once and never resent (a call added twice would run twice).
 * A command issued without a connection is rejected at once and certainly did not run.
 */
const FAIL_FAST = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number): number => Math.min(25 * 2 ** Math.min(times, 6), LONGEST_RETRY_MS),
  lazyConnect: false,
  replyMapping: 'legacy' as const,
  // A timeout meant for the service's own commands would end the bus's blocking reads.
  commandTimeout: undefined,
};

/** Opens a separate connection for the bus. `overrides` are ioredis options of each connection. */
const duplicate = (client: RedisClient, overrides: object): RedisClient => {
  if (!(client instanceof Cluster)) return new BatchingRedis({ ...client.options, ...FAIL_FAST, ...overrides });
  const { retryStrategy: _, lazyConnect, ...perNode } = { ...FAIL_FAST, ...overrides };
  return client.duplicate([], {
    lazyConnect,
    enableOfflineQueue: false,
    // Resending after a failover could run a call twice.
    retryDelayOnFailover: 0,
    shardedSubscribers: true,
    redisOptions: { ...client.options.redisOptions, ...perNode, enableOfflineQueue: true },
  });
};

/** True when the command never reached Redis. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('enableOfflineQueue options is false');

/** True when Redis refused the command. */
export const wasRefused = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** True when the consumer group or its stream is gone: Redis was flushed or restarted empty. */
export const isGroupLost = (error: unknown): boolean =>
  wasRefused(error) && /^(NOGROUP|UNBLOCKED)/.test((error as Error).message);

/** The bus's own Redis connections. They reconnect on their own and close with the application. */
@Injectable()
export class BusConnections implements OnApplicationShutdown {
  /** Identifies this run of the process, so that a restarted instance is not mistaken for the one that died. */
  readonly incarnation: string;
  readonly volatile: RedisClient;
  readonly pubSub: PubSub;
  private durableClient: RedisClient | undefined;
  private readonly clients = new Set<RedisClient>();
  private readonly watchdogs: Watchdog[];
  private readonly logger: BusLogger;

  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    keys: BusKeys,
    metrics: BusMetrics,
  ) {
    this.logger = options.logger;
    this.incarnation = randomBytes(6).toString('base64url');
    this.volatile = this.open(options.volatile, 'volatile');
    // Off because PubSub resubscribes itself.
    const subscriber = this.open(options.volatile, 'subscriber', { autoResubscribe: false });
    this.watchdogs = [this.volatile, subscriber].map((client) => new Watchdog(client));
    this.pubSub = new PubSub(
      this.volatile,
      subscriber,
      keys.signer,
      (error, channel) => this.logger.error({ err: error, channel }, 'a message was not handled'),
      () => metrics.unsigned('message'),
    );
  }

  /** Commands for events; opened on first use. */
  get durable(): RedisClient {
    if (!this.durableClient) {
      this.durableClient = this.open(this.options.durable, 'durable');
      this.watchdogs.push(new Watchdog(this.durableClient));
    }
    return this.durableClient;
  }

  /** A connection for one blocking read at a time. */
  blocking(which: 'volatile' | 'durable'): RedisClient {
    return this.open(this.options[which], `${which} blocking`, { socketTimeout: BLOCK_MS + SILENCE_MS });
  }

  close(client: RedisClient): void {
    // A second disconnect would keep the process waiting for its answer.
    if (this.clients.delete(client) && client.status !== 'end') client.disconnect();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const watchdog of this.watchdogs) watchdog.stop();
    for (const client of [...this.clients]) this.close(client);
  }

  private open(client: RedisClient, what: string, overrides: object = {}): RedisClient {
    const own = duplicate(client, overrides);
    // ioredis reconnects itself; an error event without a listener would end the process. Logged once per outage.
    let down = false;
    own.on('error', (error: Error) => {
      if (!down) this.logger.warn({ err: error, redis: what }, 'Redis connection lost');
      down = true;
    });
    own.on('ready', () => {
      if (down) this.logger.info({ redis: what }, 'Redis connection is back');
      down = false;
    });
    this.clients.add(own);
    return own;
  }
}
