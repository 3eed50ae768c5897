import type { Sample } from '@acequia/board-protocol';
import { LIVE_COALESCE_MS, unscaled } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { PointReading } from '../registry/known-punto.js';
import { NewsItems } from './known-estado.js';
import { StateMerger } from './state-merger.js';
import { StateRebuilder } from './state-rebuilder.js';

/** Most boards per write. */
const BATCH = 256;
/** Wait after a failed write to the volatile Redis, ms. */
const RETRY_MS = 500;

interface Entry {
  placa: KnownPlaca;
  newsItems: NewsItems;
  dirty: boolean;
  /** `cooling`: written less than LIVE_COALESCE_MS ago, so the next write waits. */
  phase: 'ready' | 'flushing' | 'cooling';
  coolUntil: number;
}

/**
 * Buffers samples on their way into the last-known state: the first sample of a quiet board is written and published at once, a board
 * that sends 50 times a second costs five writes, and the last value is never lost. One write is under way at a time.
 */
@Injectable()
export class StateBuffer implements BeforeApplicationShutdown {
  private readonly entries = new Map<number, Entry>();
  private readonly ready = new Set<Entry>();
  /** In order of coolUntil: every board waits equally long. */
  private readonly cooling: Entry[] = [];
  private flushing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly merger: StateMerger,
    private readonly rebuilder: StateRebuilder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Writes what is left at shutdown: the boards have an acknowledgement for these samples. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.flushing;
    for (const entry of this.cooling) if (entry.dirty) this.ready.add(entry);
    if (this.ready.size > 0) await this.flush();
  }

  /** A board was heard, with or without samples. `now` in ms. */
  add(placa: KnownPlaca, muestras: Sample[], now: number): void {
    let entry = this.entries.get(placa.placa_id);
    if (!entry) {
      entry = { placa, newsItems: new NewsItems(), dirty: false, phase: 'ready', coolUntil: 0 };
      this.entries.set(placa.placa_id, entry);
      this.ready.add(entry);
      if (!this.flushing) this.flushing = this.run();
    }
    for (const sample of muestras) entry.newsItems.addSample(sample, now);
    entry.newsItems.heard = now;
    entry.dirty = true;
  }

  /** Values of points of a sample, before the {@link add} of its message. `ts`, `now` in ms. */
  addPoints(placa: KnownPlaca, readings: readonly PointReading[], ts: number, now: number): void {
    if (readings.length === 0) return;
    this.add(placa, [], now);
    const entry = this.entries.get(placa.placa_id);
    for (const { punto_id, magnitud, kept } of readings)
      entry?.newsItems.addPoint(punto_id, ts, kept === null ? null : unscaled(magnitud, kept), now);
  }

  private async run(): Promise<void> {
    // Samples of the same tick of the event loop go into the same write.
    await new Promise(setImmediate);
    while (this.ready.size > 0 && !this.stopped) {
      try {
        await this.flush();
      } catch (error) {
        this.logger.warn({ err: error, placas: this.ready.size }, 'last-known state could not be written');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.flushing = undefined;
  }

  private async flush(): Promise<void> {
    const batch: Entry[] = [];
    for (const entry of this.ready) {
      if (batch.push(entry) === BATCH) break;
    }
    const written = batch.map((entry) => {
      const { placa, newsItems } = entry;
      this.ready.delete(entry);
      entry.newsItems = new NewsItems();
      entry.dirty = false;
      entry.phase = 'flushing';
      return { placa, newsItems };
    });
    try {
      const marks = await this.merger.merge(written);
      marks.forEach((mark, i) => {
        if (StateRebuilder.isDue(mark, Date.now())) this.rebuilder.request((batch[i] as Entry).placa.placa_id);
      });
    } catch (error) {
      batch.forEach((entry, i) => this.restore(entry, (written[i] as { newsItems: NewsItems }).newsItems));
      throw error;
    }
    const coolUntil = Date.now() + LIVE_COALESCE_MS;
    for (const entry of batch) {
      entry.phase = 'cooling';
      entry.coolUntil = coolUntil;
      this.cooling.push(entry);
    }
    this.wake(LIVE_COALESCE_MS);
  }

  private restore(entry: Entry, newsItems: NewsItems): void {
    newsItems.addAll(entry.newsItems);
    entry.newsItems = newsItems;
    entry.dirty = true;
    entry.phase = 'ready';
    this.ready.add(entry);
  }

  private wake(delay: number): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => this.cool(), delay).unref();
  }

  private cool(): void {
    this.timer = undefined;
    const now = Date.now();
    let count = 0;
    for (const entry of this.cooling) {
      if (entry.coolUntil > now) break;
      count++;
      if (!entry.dirty) this.entries.delete(entry.placa.placa_id);
      else {
        entry.phase = 'ready';
        this.ready.add(entry);
      }
    }
    this.cooling.splice(0, count);
    const next = this.cooling[0];
    if (next) this.wake(Math.max(10, next.coolUntil - now));
    if (this.ready.size > 0 && !this.flushing) this.flushing = this.run();
  }
}
