import { READINGS_STREAM } from '@acequia/contracts';
import { ENV, LOGGER, REDIS_DURABLE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { GatewayMetrics } from '../metrics.js';

const MEASURE_MS = 2_000;
/** A full stream must fall below this share of its budget before it takes data again, which avoids rapid changes at the limit. */
const RESUME_SHARE = 0.9;

/** Limits the memory of the `readings` stream. Past the limit nothing is acknowledged, and boards keep their data. */
@Injectable()
export class ReadingsBudget implements OnModuleInit, BeforeApplicationShutdown {
  private measured = 0;
  /** Bytes appended here since the last measurement. */
  private since = 0;
  private full = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) private readonly env: GatewayEnv,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.metrics.budget.set(this.env.READINGS_MAX_BYTES);
    this.timer = setInterval(() => void this.measure(), MEASURE_MS).unref();
    await Promise.race([this.measure(), new Promise((resolve) => setTimeout(resolve, MEASURE_MS).unref())]);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  allows(): boolean {
    if (!this.full && this.measured + this.since > this.env.READINGS_MAX_BYTES) this.turn(true);
    return !this.full;
  }

  added(bytes: number): void {
    this.since += bytes;
  }

  private async measure(): Promise<void> {
    const counted = this.since;
    try {
      this.measured = Number(await this.redis.call('MEMORY', 'USAGE', READINGS_STREAM)) || 0;
    } catch {
      return; // Appends fail for the same reason, and say so.
    }
    this.since -= counted;
    this.metrics.ocupado.set(this.measured);
    if (this.full && this.measured < this.env.READINGS_MAX_BYTES * RESUME_SHARE) this.turn(false);
  }

  private turn(full: boolean): void {
    this.full = full;
    const details = { bytes: this.measured, budget: this.env.READINGS_MAX_BYTES };
    if (full) this.logger.error(details, 'the readings stream is full: boards are not acknowledged');
    else this.logger.info(details, 'the readings stream takes data again');
  }
}
