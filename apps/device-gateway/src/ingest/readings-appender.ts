import { shardOf } from '@acequia/contracts';
import { copyOf, hasReplicas, LOGGER, REDIS_DURABLE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { GatewayMetrics } from '../metrics.js';
import { ReadingsBudget } from './readings-budget.js';
import { type HeldMessage, ShardAppender } from './shard-appender.js';

/** A Redis that is silent for this long gets a new connection; the append is sent again. */
const SOCKET_TIMEOUT_MS = 10_000;
/** Most connections to a Redis with replicas; with more shards than that some share one. */
const CONNECTIONS = 16;
/** Most numbers that wait for their append, of all boards: about 64 MB; from then on each shard takes only its part. */
const HELD_NUMBERS = 4_000_000;

/** Appends messages to the stream of their board's shard; the messages of one board keep their order. */
@Injectable()
export class ReadingsAppender implements BeforeApplicationShutdown {
  private readonly shards: readonly ShardAppender[];
  private readonly connections: readonly RedisClient[];

  constructor(
    @Inject(REDIS_DURABLE) durable: RedisClient,
    budget: ReadingsBudget,
    metrics: GatewayMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    const replicated = hasReplicas(durable);
    // Connections of their own: slow appends must not delay other commands, nor one shard's wait for a replica the others.
    const count = replicated ? Math.min(budget.streams.length, CONNECTIONS) : 1;
    this.connections = Array.from({ length: count }, () => copyOf(durable, { socketTimeout: SOCKET_TIMEOUT_MS }));
    for (const redis of this.connections)
      redis.on('error', (error: unknown) => logger.warn({ err: error }, 'connection of the readings stream'));
    this.shards = budget.streams.map(
      (one, n) => new ShardAppender(this.connections[n % count]!, replicated, one, metrics, logger),
    );
    metrics.countHeld = () => this.sum(({ held }) => held);
  }

  beforeApplicationShutdown(): void {
    for (const shard of this.shards) shard.stop();
    for (const redis of this.connections) redis.disconnect();
  }

  /** Is there no memory for more of this board? Those of a shard within its part do not suffer from a full one. */
  isSaturated(board: number): boolean {
    const isFull = this.shard(board).waiting > HELD_NUMBERS / this.shards.length;
    return isFull && this.sum(({ waiting }) => waiting) > HELD_NUMBERS;
  }

  push(message: HeldMessage): void {
    this.shard(message.of).push(message);
  }

  /** Resolves when every waiting message is stored or abandoned, at the latest after `limit_ms`. */
  async drain(limit_ms: number): Promise<void> {
    const drained = Promise.all(this.shards.map((shard) => shard.drain()));
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, limit_ms).unref())]);
  }

  private shard(of: number): ShardAppender {
    return this.shards[shardOf(of, this.shards.length)]!;
  }

  private sum(of: (shard: ShardAppender) => number): number {
    let sum = 0;
    for (const shard of this.shards) sum += of(shard);
    return sum;
  }
}
