import type { Logger } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import { type Discarded, decodeEntry } from './decode.js';
import type { IngestMetrics } from './ingest.metrics.js';
import { insist } from './insist.js';
import type { Keeper } from './keeper.js';
import type { Entry, ReadingsStream } from './readings-stream.js';
import { howMany, type Rows, sort } from './rows.js';

/** Longest wait of a read in Redis, ms, and so the longest delay of a stop. */
const BLOCK_MS = 500;
/** Entries per read; an entry has at most about 150 kB. */
const COUNT = 64;
/** A read smaller than this, in characters, waits for more, because transactions of a few rows cost the most per row. */
const TARGET_CHARS = 200_000;
/** The wait is this multiple of the last transaction's time: a fast database commits often, a busy one less often. */
const GATHER_SHARE = 2;
/** Upper limit of that wait, ms. */
const GATHER_MAX_MS = 80;
/** Where several streams share the readings each fills more slowly, so its wait is so many times as long. */
const GATHER_LONGER = 2;
/** Where more waits, a batch is read up to about this size, in characters: some {@link MAX_ROWS} rows. */
const FULL_CHARS = 900_000;
/** Approximate maximum of rows per transaction; entries are not split. Of values a minute it holds a quarter of an hour of 2,000 points. */
const MAX_ROWS = 32_000;
/** After a transaction that took longer than this, ms, the next are small: PostgreSQL ends a statement of 30 s. */
const SLOW_MS = 5_000;
const FEW_ROWS = 8_000;
/** Interval of the search for entries of dead consumers, ms. */
const ROUND_MS = 1_000;
/** How long a stop waits for the current batch to be stored, ms. */
const LAST_WRITE_MS = 2_000;

/**
 * After {@link Consumer}, one per stream: gathers entries into a batch, has {@link Keeper} store it, and confirms them after the commit.
 * Gathers the next batch while the current one is written.
 */
export class StreamReader {
  private readonly stopped = new AbortController();
  private stopping = false;
  private readonly running: Promise<unknown>;
  private ended: Promise<void> | undefined;
  private relieved: Entry[] = [];
  /** How long the last transaction took, ms. */
  private writing_ms = 0;

  constructor(
    private readonly stream: ReadingsStream,
    private readonly isOnly: boolean,
    private readonly keeper: Keeper,
    private readonly metrics: IngestMetrics,
    private readonly logger: Logger,
  ) {
    this.running = Promise.all([this.consume(), this.lookAround()]);
  }

  /** Stores the current batch if possible within the time limit; the rest stays in Redis, for whoever reads the stream next. */
  stop(): Promise<void> {
    return (this.ended ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping = true;
    const giveUp = setTimeout(() => this.stopped.abort(), LAST_WRITE_MS);
    await this.running;
    clearTimeout(giveUp);
    this.stopped.abort();
    await this.stream.logOut().catch(() => undefined);
    this.stream.close();
  }

  private async consume(): Promise<void> {
    let next = this.gather();
    try {
      while (!this.stopping) {
        const entries = await next;
        next = this.gather();
        await this.store(entries);
      }
      await this.store(await next);
    } catch (error) {
      // An abort by the shutdown is the only expected error.
      if (!this.stopped.signal.aborted) throw error;
    }
  }

  /** Returns entries for about one transaction, or none when none arrived. Never rejects. */
  private async gather(): Promise<Entry[]> {
    const entries = this.relieved;
    this.relieved = [];
    try {
      if (this.stopping) return entries;
      const first = await this.stream.read(COUNT, BLOCK_MS);
      entries.push(...first);
      if (entries.length === 0) return entries;
      let more = first.length;
      if (sizeOf(entries) < TARGET_CHARS) {
        await pause(Math.min(GATHER_MAX_MS, GATHER_SHARE * this.writing_ms) * (this.isOnly ? 1 : GATHER_LONGER));
        more = COUNT;
      }
      while (more === COUNT && sizeOf(entries) < FULL_CHARS) {
        const read = await this.stream.read(COUNT, 0);
        entries.push(...read);
        more = read.length;
      }
    } catch (error) {
      if (!this.stopping) this.logger.warn({ err: error }, 'The readings stream cannot be read');
      await pause(BLOCK_MS);
    }
    return entries;
  }

  private async store(entries: Entry[]): Promise<void> {
    let batch = new Batch();
    for (const entry of entries) {
      batch.add(entry);
      if (howMany(batch) < (this.writing_ms > SLOW_MS ? FEW_ROWS : MAX_ROWS)) continue;
      await this.commit(batch);
      batch = new Batch();
    }
    if (batch.ids.length > 0) await this.commit(batch);
  }

  private async commit(batch: Batch): Promise<void> {
    const began = performance.now();
    const rejected = await this.keeper.save(sort(batch), this.stopped.signal);
    this.writing_ms = performance.now() - began;
    const now = Date.now();
    for (const at of batch.taken) this.metrics.latency.observe(Math.max(0, now - at) / 1_000);
    for (const { motivo, contenido } of [...batch.rejects, ...rejected]) {
      this.metrics.rejects.inc({ motivo });
      await this.insist(() => this.stream.discard(motivo, contenido), 'A dead letter could not be kept');
    }
    await this.insist(() => this.stream.confirm(batch.ids), 'Stored readings could not be confirmed');
  }

  /** Takes over entries of dead consumers. */
  private async lookAround(): Promise<void> {
    while (!this.stopping) {
      try {
        if (this.relieved.length === 0) {
          this.relieved = await this.stream.relieve();
          if (this.relieved.length > 0) this.metrics.relieved.inc(this.relieved.length);
        }
      } catch (error) {
        if (!this.stopping) this.logger.warn({ err: error }, 'The readings stream cannot be looked after');
      }
      for (let waited = 0; waited < ROUND_MS && !this.stopping; waited += BLOCK_MS) await pause(BLOCK_MS);
    }
  }

  private insist<T>(work: () => Promise<T>, what: string): Promise<T> {
    return insist(work, what, this.logger, this.stopped.signal);
  }
}

const sizeOf = (entries: readonly Entry[]): number =>
  entries.reduce((total, { texto }) => total + (texto?.length ?? 0), 0);

/** Entries that are stored in one transaction. */
class Batch implements Required<Rows> {
  readonly ids: string[] = [];
  readonly lecturas: Rows['lecturas'] = [];
  readonly estados: Rows['estados'] = [];
  readonly mediciones: Required<Rows>['mediciones'] = [];
  readonly valores: Required<Rows>['valores'] = [];
  readonly rejects: Discarded[] = [];
  /** Times at which the gateway received the entries, ms. */
  readonly taken: number[] = [];

  add({ id, texto }: Entry): void {
    const { lecturas, estados, mediciones, valores, rejects, at } = decodeEntry(texto);
    this.ids.push(id);
    for (const fila of lecturas) this.lecturas.push(fila);
    for (const fila of estados) this.estados.push(fila);
    for (const fila of mediciones) this.mediciones.push(fila);
    for (const fila of valores) this.valores.push(fila);
    for (const discarded of rejects) this.rejects.push(discarded);
    if (at > 0) this.taken.push(at);
  }
}
