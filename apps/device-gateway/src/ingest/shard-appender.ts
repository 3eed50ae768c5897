import { READINGS_FIELD, type ReadingBatch } from '@acequia/contracts';
import type { Logger, RedisClient } from '@acequia/service-kit';
import type { GatewayMetrics } from '../metrics.js';
import type { StreamBudget } from './readings-budget.js';

/** Numbers in one stream entry, about 150 kB of JSON; a message is never split. */
const ENTRY_NUMBERS = 20_000;
/** Most numbers in one round trip to Redis. */
const APPEND_NUMBERS = 400_000;
/** Wait after a refusal, ms. */
const RETRY_MS = 250;
/** Longest wait for a replica to store an append, ms. */
const REPLICA_MS = 1_000;

/** A message whose acknowledgement waits for its rows to be stored. */
export interface HeldMessage {
  /** The board or the meter's device of all its rows. */
  readonly of: number;
  /** Rows as {@link ReadingBatch} has them; both empty for a message that only keeps its place. */
  l: (number | null)[];
  e: number[];
  /** Values of points. */
  p?: (number | null)[] | undefined;
  /** Meter rows of dispositivos in the relay cloud. */
  m?: (number | null)[];
  /** The client no longer waits for the acknowledgement: drops the message unless its append is under way. */
  abandoned: boolean;
  /** Called once, when the rows are stored. */
  stored(): void;
}

/** Messages of one stream entry. */
type Entry = HeldMessage[];

const sizeOf = ({ l, e, p, m }: HeldMessage): number => l.length + e.length + (p?.length ?? 0) + (m?.length ?? 0);

/**
 * Appends messages to one stream in the order of arrival: one round trip is under way at a time, and messages that arrive meanwhile
 * go into the next one. An append that Redis refuses is repeated until it is stored or abandoned.
 */
export class ShardAppender {
  private queue: HeldMessage[] = [];
  private numbers = 0;
  /** Clock of the process, ms; when the oldest message of the queue arrived. */
  private since = 0;
  /** Messages in the current round trip. */
  private inFlight = 0;
  private running: Promise<void> | undefined;
  private stopped = false;
  /** The primary had no replica when it was last asked. */
  private alone = false;

  constructor(
    private readonly redis: RedisClient,
    private readonly replicated: boolean,
    private readonly budget: StreamBudget,
    private readonly metrics: GatewayMetrics,
    private readonly logger: Logger,
  ) {}

  stop(): void {
    this.stopped = true;
    this.queue = [];
  }

  /** Messages that are not stored yet. */
  get held(): number {
    return this.queue.length + this.inFlight;
  }

  /** Numbers that wait, a measure of the memory in use. */
  get waiting(): number {
    return this.numbers;
  }

  push(message: HeldMessage): void {
    if (this.queue.length === 0) this.since = performance.now();
    this.queue.push(message);
    this.numbers += sizeOf(message);
    this.running ??= this.run();
  }

  /** Resolves when every waiting message is stored or abandoned. */
  async drain(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Messages of the same tick of the event loop go into the same append.
    await new Promise(setImmediate);
    while (this.queue.length > 0 && !this.stopped) {
      const { since } = this;
      const refused = await this.append(this.take());
      if (refused.length === 0) this.metrics.puback.observe((performance.now() - since) / 1_000);
      else {
        this.putBack(refused);
        this.since = since;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.running = undefined;
  }

  /** The oldest messages, as entries of a bounded size. */
  private take(): Entry[] {
    const entries: Entry[] = [];
    let entry: Entry = [];
    let inEntry = 0;
    let inAppend = 0;
    let taken = 0;
    for (const message of this.queue) {
      if (inAppend > APPEND_NUMBERS) break;
      taken++;
      const size = sizeOf(message);
      inAppend += size;
      if (message.abandoned) continue;
      if (inEntry > 0 && inEntry + size > ENTRY_NUMBERS) {
        entries.push(entry);
        entry = [];
        inEntry = 0;
      }
      entry.push(message);
      inEntry += size;
    }
    if (entry.length > 0) entries.push(entry);
    this.queue = taken === this.queue.length ? [] : this.queue.slice(taken);
    this.numbers -= inAppend;
    return entries;
  }

  /** Stores the entries and notifies their messages; answers the entries that were not stored. */
  private async append(entries: Entry[]): Promise<Entry[]> {
    const batches = entries.map(toBatch);
    if (!this.budget.allows() && batches.some((batch) => batch !== null)) return entries;
    this.inFlight = entries.reduce((sum, entry) => sum + entry.length, 0);
    this.metrics.batch.observe(this.inFlight);
    // Without a replica, WAIT would delay every append by its whole time-out.
    if (this.alone) this.alone = !(await this.hasReplica().catch(() => true));
    const results = await Promise.all(batches.map((batch) => this.appendEntry(batch)));
    this.inFlight = 0;
    const refused: Entry[] = [];
    // Acknowledgements keep the order of the messages: no message behind a refused entry is acknowledged.
    entries.forEach((entry, i) => {
      if (refused.length > 0 || results[i] !== true) refused.push(entry);
      else for (const message of entry) message.stored();
    });
    return refused;
  }

  private async appendEntry(batch: string | null): Promise<boolean> {
    if (batch === null) return true;
    try {
      if (this.replicated && !this.alone) await this.appendTwice(batch);
      else await this.redis.xadd(this.budget.stream, '*', READINGS_FIELD, batch);
      this.budget.added(batch.length);
      return true;
    } catch (error) {
      if (this.stopped) return false;
      this.metrics.fallos.inc();
      this.logger.warn({ err: error }, 'readings could not be appended');
      return false;
    }
  }

  /**
   * Stores the batch on the primary and on a replica, so that it survives the death of either. Where no replica is connected, it is
   * stored on the primary alone.
   */
  private async appendTwice(batch: string): Promise<void> {
    const append = this.redis.pipeline().xadd(this.budget.stream, '*', READINGS_FIELD, batch).wait(1, REPLICA_MS);
    const [added, copied] = (await append.exec()) ?? [];
    const error = added ? (added[0] ?? copied?.[0]) : new Error('Redis did not answer');
    if (error) {
      // A cluster redirects single commands, not this pipeline: the next one then goes to the new primary.
      await this.redis.exists(this.budget.stream);
      throw error;
    }
    if (copied?.[1] !== 0) return;
    if (await this.hasReplica()) throw new Error('no replica has stored the readings');
    this.alone = true;
  }

  private async hasReplica(): Promise<boolean> {
    // EXISTS sends INFO to the node that holds the stream.
    const answers = await this.redis.pipeline().exists(this.budget.stream).info('replication').exec();
    return !/connected_slaves:0/.test(String(answers?.[1]?.[1]));
  }

  private putBack(entries: Entry[]): void {
    const messages = entries.flat();
    for (const message of messages) this.numbers += sizeOf(message);
    this.queue = [...messages, ...this.queue];
  }
}

/** JSON of a {@link ReadingBatch}; null when there is nothing to store. */
const toBatch = (entry: Entry): string | null => {
  const batch: ReadingBatch = { v: 1, l: [], e: [], at: Date.now() };
  for (const message of entry) {
    for (const value of message.l) batch.l.push(value);
    for (const value of message.e) batch.e.push(value);
    if (message.p) (batch.p ??= []).push(...message.p);
    if (message.m) (batch.m ??= []).push(...message.m);
  }
  return batch.l.length + batch.e.length + (batch.p?.length ?? 0) + (batch.m?.length ?? 0) === 0
    ? null
    : JSON.stringify(batch);
};
