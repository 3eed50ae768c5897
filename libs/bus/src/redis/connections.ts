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

/** Longest that a blocking read waits, ms; how soon a loop notices by itself that it should end. */
export const BLOCK_MS = 2_000;

/**
 * A command that was on its way when the connection broke is rejected at once and never sent again (a call added twice
 * would run twice); one issued while there is no connection is refused at once and certainly did not happen.
 */
const FAIL_FAST = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times: number): number => Math.min(25 * 2 ** Math.min(times, 6), LONGEST_RETRY_MS),
  lazyConnect: false,
  replyMapping: 'legacy' as const,
  // A limit that suits the service's own commands would end our blocking reads.
  commandTimeout: undefined,
};

/** A connection of the bus's own. `overrides` are ioredis options of each connection. */
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

/** True when Redis never saw the command. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('enableOfflineQueue options is false');

/** True when Redis itself refused the command. */
export const wasRefused = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** The consumer group, or its stream, is gone: Redis was flushed or came back empty. */
export const isGroupLost = (error: unknown): boolean =>
  wasRefused(error) && /^(NOGROUP|UNBLOCKED)/.test((error as Error).message);

/** The bus's own Redis connections. They heal by themselves and end with the application. */
@Injectable()
export class BusConnections implements OnApplicationShutdown {
  /** Names this life of this process: a restarted instance must not be taken for the one that died. */
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
    // PubSub subscribes again by itself.
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
    // A second goodbye would keep the process waiting for the answer to it.
    if (this.clients.delete(client) && client.status !== 'end') client.disconnect();
  }

  async onApplicationShutdown(): Promise<void> {
    for (const watchdog of this.watchdogs) watchdog.stop();
    for (const client of [...this.clients]) this.close(client);
  }

  private open(client: RedisClient, what: string, overrides: object = {}): RedisClient {
    const own = duplicate(client, overrides);
    // ioredis reconnects by itself; an error event without a listener would end the process. Said once per outage.
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
