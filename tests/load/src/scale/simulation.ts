import type { Second } from './service-times.js';

export interface Simulated {
  /** From a board's PUBLISH until its row is committed, ms. */
  row_ms: { mean: number; p50: number; p99: number; max: number };
  /** Share of the time in which a gateway, and a shard's writer, works. */
  gateway_busy: number;
  writer_busy: number;
  /** Samples that were not committed when the time was up. */
  left: number;
}

export interface Model {
  samples_per_s: number;
  gateways: number;
  /** Each with a writer of its own. */
  shards: number;
  seconds: number;
  /** What is replayed. */
  measured: readonly Second[];
}

/** The writer's rules (apps/telemetry-history/src/ingest/consumer.ts): it gathers for so long while it writes, and so much at once. */
const GATHER = { share: 2, max_ms: 80 };
const MAX_ROWS = 32_000;

/**
 * Boards → gateways → shards → writers, in steps of a millisecond: each gateway serves first come, first served, with the CPU time per
 * sample of a measured second drawn at random for each second; each writer gathers and commits by its rules, and a transaction takes as
 * long as a measured one of its size. Boards send at times of their own, so arrivals at a gateway are Poisson's.
 */
export function simulate({ samples_per_s, gateways, shards, seconds, measured }: Model): Simulated {
  const took = transactions(measured);
  const waits = new Waits();
  const queues = Array.from({ length: gateways }, () => new Queue());
  const writers = Array.from({ length: shards }, () => new Writer(took, waits));
  const gatewayUs = measured.map(({ cpu_us }) => cpu_us['device-gateway']!);
  const perMs = samples_per_s / gateways / 1_000;
  const speeds = new Float64Array(gateways);
  const owed = new Float64Array(gateways);
  let gatewayBusy = 0;
  for (let now = 0; now < seconds * 1_000; now++) {
    for (let g = 0; g < gateways; g++) {
      if (now % 1_000 === 0) speeds[g] = 1_000 / pick(gatewayUs);
      const queue = queues[g]!;
      queue.add(now, poisson(perMs));
      const able = owed[g]! + speeds[g]!;
      const served = Math.min(queue.size, Math.floor(able));
      owed[g] = queue.size > served ? able - served : 0;
      gatewayBusy += served / speeds[g]!;
      // Boards are spread over the shards by their number, so a gateway's samples are too.
      for (const [since, count] of queue.take(served))
        for (let n = 0; n < count; n++) writers[Math.floor(Math.random() * shards)]!.queue.add(since, 1);
    }
    for (const writer of writers) writer.step(now);
  }
  const left = [...queues, ...writers.map(({ queue }) => queue)].reduce((sum, { size }) => sum + size, 0);
  const of = (busy: number, count: number): number => Math.round((busy * 100) / (count * seconds * 1_000)) / 100;
  return {
    row_ms: waits.quantiles(),
    gateway_busy: of(gatewayBusy, gateways),
    writer_busy: of(
      writers.reduce((sum, { busy_ms }) => sum + busy_ms, 0),
      shards,
    ),
    left,
  };
}

/** Time of a transaction by its rows, ms: a straight line through the measured ones, times one of their distances from it. */
function transactions(measured: readonly Second[]): (rows: number) => number {
  const mean = (of: (second: Second) => number): number =>
    measured.reduce((sum, second) => sum + of(second), 0) / measured.length;
  const rows = mean(({ batch_rows }) => batch_rows);
  const ms = mean(({ batch_ms }) => batch_ms);
  const slope =
    mean((s) => (s.batch_rows - rows) * (s.batch_ms - ms)) /
    Math.max(
      1,
      mean((s) => (s.batch_rows - rows) ** 2),
    );
  const line = (n: number): number => Math.max(1, ms + slope * (n - rows));
  const ratios = measured.map(({ batch_rows, batch_ms }) => batch_ms / line(batch_rows));
  return (n) => line(n) * pick(ratios);
}

class Writer {
  readonly queue = new Queue();
  busy_ms = 0;
  private writing: { until: number; ms: number; entries: [number, number][] } | null = null;
  private gatheredAt: number | null = null;
  private last_ms = 0;

  constructor(
    private readonly took: (rows: number) => number,
    private readonly waits: Waits,
  ) {}

  step(now: number): void {
    if (this.writing !== null && now >= this.writing.until) {
      for (const [since, count] of this.writing.entries) this.waits.add(now - since, count);
      this.last_ms = this.writing.ms;
      this.writing = null;
    }
    if (this.queue.size > 0) this.gatheredAt ??= now + Math.min(GATHER.max_ms, GATHER.share * this.last_ms);
    if (this.writing !== null || this.gatheredAt === null || now < this.gatheredAt) return;
    const rows = Math.min(this.queue.size, MAX_ROWS);
    const ms = this.took(rows);
    this.writing = { until: now + ms, ms, entries: this.queue.take(rows) };
    this.busy_ms += ms;
    this.gatheredAt = null;
  }
}

/** Samples that wait, in the order in which they came: [since, how many]. */
class Queue {
  size = 0;
  private readonly waiting: [number, number][] = [];

  add(since: number, count: number): void {
    if (count === 0) return;
    const last = this.waiting.at(-1);
    if (last?.[0] === since) last[1] += count;
    else this.waiting.push([since, count]);
    this.size += count;
  }

  take(most: number): [number, number][] {
    const taken: [number, number][] = [];
    for (let rest = most; rest > 0 && this.waiting.length > 0;) {
      const first = this.waiting[0]!;
      const count = Math.min(rest, first[1]);
      taken.push([first[0], count]);
      first[1] -= count;
      rest -= count;
      this.size -= count;
      if (first[1] === 0) this.waiting.shift();
    }
    return taken;
  }
}

/** How long samples waited, counted by the millisecond. */
class Waits {
  private readonly counts: (number | undefined)[] = [];
  private all = 0;

  add(ms: number, count: number): void {
    this.counts[ms] = (this.counts[ms] ?? 0) + count;
    this.all += count;
  }

  quantiles(): Simulated['row_ms'] {
    const sum = this.counts.reduce<number>((total, count, ms) => total + (count ?? 0) * ms, 0);
    return { mean: Math.round(sum / this.all), p50: this.at(0.5), p99: this.at(0.99), max: this.counts.length - 1 };
  }

  private at(share: number): number {
    let passed = 0;
    return this.counts.findIndex((count) => (passed += count ?? 0) >= this.all * share);
  }
}

const pick = (values: readonly number[]): number => values[Math.floor(Math.random() * values.length)]!;

/** Knuth's method: quick for the few arrivals of a millisecond. */
const poisson = (mean: number): number => {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = Math.random(); product > limit; product *= Math.random()) count++;
  return count;
};
