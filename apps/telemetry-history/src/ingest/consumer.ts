import { withEntries } from '@acequia/bus';
import { ALL_READINGS_STREAMS, readingsStreams } from '@acequia/contracts';
import { ENV, LOGGER, type Logger, readingsShards, REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEnv } from '../env.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { EarlierEntries } from './earlier-entries.js';
import { IngestConnections } from './ingest-connection.js';
import { IngestMetrics } from './ingest.metrics.js';
import { Keeper } from './keeper.js';
import { StreamReader } from './stream-reader.js';
import { lagOf, ReadingsStream } from './readings-stream.js';
import { Registration } from './registration.js';
import { StoreHealth } from './store-health.js';
import { Writer } from './writer.js';

/** Interval of signs of life, ms: with it and the time after which a silent instance is dead, its streams are taken over within 5 s. */
const ROUND_MS = 1_000;
/** Rounds between two looks for streams of another READINGS_SHARDS, and between two measurements of the lag. */
const SEARCH_ROUNDS = 5;
const MEASURE_ROUNDS = 2;

/**
 * Where ingest begins: opens a {@link StreamReader} for each stream that is this instance's, those of the shards and those that another
 * READINGS_SHARDS left behind.
 */
@Injectable()
export class Consumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly readers = new Map<string, StreamReader>();
  private readonly own: readonly string[];
  /** Streams of another number of shards that held entries; gateways that were not restarted yet still write to them. */
  private readonly others = new Set<string>();
  private readonly earlier: EarlierEntries;
  private readonly run = randomBytes(4).toString('hex');
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private rounds = 0;
  readonly health = new StoreHealth();
  private aside = false;

  constructor(
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) private readonly env: Pick<HistoryEnv, 'INSTANCE_ID' | 'READINGS_SHARDS'>,
    private readonly registration: Registration,
    private readonly connections: IngestConnections,
    private readonly partitions: PartitionsService,
    private readonly metrics: IngestMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.own = readingsStreams(readingsShards(env.READINGS_SHARDS, redis));
    this.earlier = new EarlierEntries(redis);
  }

  onApplicationBootstrap(): void {
    this.running = this.keepLooking();
  }

  /** Redis and Postgres close later. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.running;
    const left = this.registration.leave().catch(() => undefined);
    await Promise.all([left, ...[...this.readers.values()].map((reader) => reader.stop())]);
  }

  private async keepLooking(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        await this.look();
      } catch (error) {
        if (!this.stopped.signal.aborted)
          this.logger.warn({ err: error }, 'The streams of readings cannot be looked after');
      }
      await pause(ROUND_MS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const round = this.rounds;
    if (await this.isCutOff()) await this.standAside();
    else await this.takePart();
    this.rounds = round + 1;
    if (round % MEASURE_ROUNDS === 0) await this.measure();
  }

  private async takePart(): Promise<void> {
    const isMine = await this.registration.beat();
    if (this.rounds % SEARCH_ROUNDS === 0) await this.searchOthers();
    // What was sent before the shards changed is stored before what was sent after.
    const streams = (await this.earlier.areStored(this.others)) ? [...this.own, ...this.others] : [...this.others];
    this.share(streams.filter(isMine));
  }

  private async standAside(): Promise<void> {
    this.share([]);
    this.connections.close();
    await this.registration.leave();
  }

  /** From Postgres: other instances may reach it. Each round asks again, so that ingest resumes by itself. */
  private async isCutOff(): Promise<boolean> {
    const aside = this.health.isDoubtful && !(await this.connections.isWritable());
    if (!aside && this.health.isDoubtful) this.health.answered();
    if (aside !== this.aside)
      this.logger.warn({ aside }, aside ? 'Cannot store: leaves its readings to others' : 'Can store again');
    this.aside = aside;
    return aside;
  }

  private async searchOthers(): Promise<void> {
    const others = ALL_READINGS_STREAMS.filter((stream) => !this.own.includes(stream));
    for (const stream of await withEntries(this.redis, others)) this.others.add(stream);
  }

  private share(mine: readonly string[]): void {
    if (this.stopped.signal.aborted) return;
    for (const stream of mine) if (!this.readers.has(stream)) this.readers.set(stream, this.open(stream));
    for (const [stream, reader] of this.readers)
      if (!mine.includes(stream)) void reader.stop().then(() => this.readers.delete(stream));
    this.metrics.shards.set(mine.length);
  }

  private open(name: string): StreamReader {
    const stream = new ReadingsStream(name, this.redis, this.env.INSTANCE_ID, this.run, this.logger);
    const writer = new Writer(this.connections.next(), this.own.length);
    return new StreamReader(
      stream,
      this.own.length === 1,
      new Keeper(writer, this.partitions, this.metrics, this.health, this.logger),
      this.metrics,
      this.logger,
    );
  }

  private async measure(): Promise<void> {
    const now = Date.now();
    const total = { unread: 0, unconfirmed: 0, length: 0, since: now };
    const streams = [...this.own, ...this.others];
    const lags = await Promise.all(streams.map((stream) => lagOf(this.redis, stream)));
    for (const [i, { unread, unconfirmed, length, since }] of lags.entries()) {
      this.metrics.ofShard.set({ stream: streams[i]! }, length);
      total.unread += unread;
      total.unconfirmed += unconfirmed;
      total.length += length;
      total.since = Math.min(total.since, since ?? now);
    }
    this.metrics.unread.set(total.unread);
    this.metrics.unconfirmed.set(total.unconfirmed);
    this.metrics.length.set(total.length);
    this.metrics.oldest.set((now - total.since) / 1_000);
  }
}
