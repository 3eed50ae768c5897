import { readingsStreams } from '@acequia/contracts';
import { ENV, LOGGER, readingsShards, REDIS_DURABLE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { GatewayMetrics } from '../metrics.js';

const MEASURE_MS = 2_000;
/** A full stream must fall below this share of its budget before it takes data again, which avoids rapid changes at the limit. */
const RESUME_SHARE = 0.9;

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
    if (!this.full && this.measured + this.since > this.max) this.turn(true);
    return !this.full;
  }

  added(bytes: number): void {
    this.since += bytes;
  }

  async measure(): Promise<void> {
    const counted = this.since;
    try {
      this.measured = Number(await this.redis.call('MEMORY', 'USAGE', this.stream)) || 0;
    } catch {
      return; // Appends fail for the same reason, and say so.
    }
    this.since -= counted;
    this.metrics.ocupado.set({ stream: this.stream }, this.measured);
    if (this.full && this.measured < this.max * RESUME_SHARE) this.turn(false);
  }

  private turn(full: boolean): void {
    this.full = full;
    const details = { stream: this.stream, bytes: this.measured, budget: this.max };
    if (full) this.logger.error(details, 'the readings stream is full: boards are not acknowledged');
    else this.logger.info(details, 'the readings stream takes data again');
  }
}

/** Divides the memory that readings may take among the streams of the shards. */
@Injectable()
export class ReadingsBudget implements OnModuleInit, BeforeApplicationShutdown {
  /** One for each shard, by its number. */
  readonly streams: readonly StreamBudget[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS_DURABLE) redis: RedisClient,
    @Inject(ENV) { READINGS_SHARDS, READINGS_MAX_BYTES }: GatewayEnv,
    metrics: GatewayMetrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    const names = readingsStreams(readingsShards(READINGS_SHARDS, redis));
    const share = Math.floor(READINGS_MAX_BYTES / names.length);
    this.streams = names.map((name) => new StreamBudget(name, share, redis, metrics, logger));
  }

  async onModuleInit(): Promise<void> {
    this.timer = setInterval(() => void this.measure(), MEASURE_MS).unref();
    await Promise.race([this.measure(), new Promise((resolve) => setTimeout(resolve, MEASURE_MS).unref())]);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async measure(): Promise<void> {
    await Promise.all(this.streams.map((stream) => stream.measure()));
  }
}
