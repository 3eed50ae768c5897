import { ALL_READINGS_STREAMS, readingsStreams } from '@acequia/contracts';
import { ENV, Every, LOGGER, readingsShards, REDIS_DURABLE, type Logger, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { GatewayMetrics } from '../metrics.js';

const MEASURE_MS = 2_000;
/** Measurements between two looks at all streams of another READINGS_SHARDS; those that held something are measured each time. */
const OTHERS_EVERY = 15;
/** A full stream must fall below this share of its budget before it takes data again, which avoids rapid changes at the limit. */
const RESUME_SHARE = 0.9;
/** Least part of one of several shards, bytes: boards of the fullest one must not wait while there is much room in all. */
const SHARD_MIN_BYTES = 8_000_000;

const bytesOf = async (redis: RedisClient, stream: string): Promise<number> =>
  Number(await redis.call('MEMORY', 'USAGE', stream)) || 0;

/** Limits the memory of one stream. Past the limit nothing is acknowledged, and boards keep their data. */
export class StreamBudget {
  private measured = 0;
  /** Bytes appended here since the last measurement. */
  private since = 0;
  private full = false;

  constructor(
    readonly stream: string,
    private readonly max: number,
    private readonly redis: RedisClient,
    private readonly metrics: GatewayMetrics,
    private readonly logger: Logger,
  ) {
    metrics.budget.set({ stream }, max);
  }

  allows(): boolean {
    if (!this.full && this.measured + this.since > this.max) this.set(true);
    return !this.full;
  }

  added(bytes: number): void {
    this.since += bytes;
  }

  /** @param beside this stream's part of what streams of other shards hold */
  async measure(beside: number): Promise<void> {
    const counted = this.since;
    try {
      this.measured = (await bytesOf(this.redis, this.stream)) + beside;
    } catch {
      return; // Appends fail for the same reason, and say so.
    }
    this.since -= counted;
    this.metrics.ocupado.set({ stream: this.stream }, this.measured);
    if (this.full && this.measured < this.max * RESUME_SHARE) this.set(false);
  }

  private set(full: boolean): void {
    this.full = full;
    const details = { stream: this.stream, bytes: this.measured, budget: this.max };
    if (full) this.logger.error(details, 'the readings stream is full: boards are not acknowledged');
    else this.logger.info(details, 'the readings stream takes data again');
  }
}

/** Divides the memory that readings may take among the streams of the shards. */
@Injectable()
export class ReadingsBudget implements OnModuleInit {
  /** One for each shard, by its number. */
  readonly streams: readonly StreamBudget[];
  /** Those that another READINGS_SHARDS left behind, or that gateways not restarted yet write to. */
  private readonly others: readonly string[];
  private readonly ofOthers = new Map<string, number>();
  private measurements = 0;

  constructor(
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) { READINGS_SHARDS, READINGS_MAX_BYTES }: Pick<GatewayEnv, 'READINGS_SHARDS' | 'READINGS_MAX_BYTES'>,
    metrics: GatewayMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    const names = readingsStreams(readingsShards(READINGS_SHARDS, redis));
    const least = names.length === 1 ? 0 : names.length * SHARD_MIN_BYTES;
    if (READINGS_MAX_BYTES < least)
      throw new Error(`Bad environment: READINGS_MAX_BYTES must be at least ${least} with ${names.length} shards`);
    this.others = ALL_READINGS_STREAMS.filter((stream) => !names.includes(stream));
    const part = Math.floor(READINGS_MAX_BYTES / names.length);
    this.streams = names.map((name) => new StreamBudget(name, part, redis, metrics, logger));
  }

  async onModuleInit(): Promise<void> {
    await Promise.race([this.measure(), new Promise((resolve) => setTimeout(resolve, MEASURE_MS).unref())]);
  }

  @Every({ ms: MEASURE_MS, failed: 'the readings streams could not be measured' })
  async measure(): Promise<void> {
    const all = this.measurements++ % OTHERS_EVERY === 0;
    const looked = all ? this.others : this.others.filter((stream) => this.ofOthers.get(stream));
    await Promise.all(looked.map((stream) => this.measureOther(stream)));
    let others = 0;
    for (const bytes of this.ofOthers.values()) others += bytes;
    await Promise.all(this.streams.map((stream) => stream.measure(others / this.streams.length)));
  }

  private async measureOther(stream: string): Promise<void> {
    const bytes = await bytesOf(this.redis, stream).catch(() => null);
    if (bytes !== null) this.ofOthers.set(stream, bytes);
  }
}
