import { shardOf } from '@acequia/contracts';
import { copyOf, hasReplicas, LOGGER, REDIS_DURABLE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { GatewayMetrics } from '../metrics.js';
import { ReadingsBudget } from './readings-budget.js';
import { type HeldMessage, ShardAppender } from './shard-appender.js';

/** A Redis that is silent for this long gets a new connection; the append is sent again. */
const SOCKET_TIMEOUT_MS = 10_000;

/** Appends messages to the stream of their board's shard; the messages of one board keep their order. */
@Injectable()
export class ReadingsAppender implements BeforeApplicationShutdown {
  private readonly shards: readonly ShardAppender[];
  private readonly redis: RedisClient;

  constructor(
    @Inject(REDIS_DURABLE) durable: RedisClient,
    budget: ReadingsBudget,
    metrics: GatewayMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    // A connection of its own: slow appends must not delay other commands, and a hanging connection is renewed.
    this.redis = copyOf(durable, { socketTimeout: SOCKET_TIMEOUT_MS });
    this.redis.on('error', (error: unknown) => logger.warn({ err: error }, 'connection of the readings stream'));
    const replicated = hasReplicas(durable);
    this.shards = budget.streams.map((one) => new ShardAppender(this.redis, replicated, one, metrics, logger));
    metrics.countHeld = () => this.sum(({ held }) => held);
  }

  beforeApplicationShutdown(): void {
    for (const shard of this.shards) shard.stop();
    this.redis.disconnect();
  }

  /** Numbers that wait, a measure of the memory in use. */
  get waiting(): number {
    return this.sum(({ waiting }) => waiting);
  }

  push(message: HeldMessage): void {
    this.shards[shardOf(message.of, this.shards.length)]!.push(message);
  }

  /** Resolves when every waiting message is stored or abandoned, at the latest after `limit_ms`. */
  async drain(limit_ms: number): Promise<void> {
    const drained = Promise.all(this.shards.map((shard) => shard.drain()));
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, limit_ms).unref())]);
  }

  private sum(of: (shard: ShardAppender) => number): number {
    let sum = 0;
    for (const shard of this.shards) sum += of(shard);
    return sum;
  }
}
