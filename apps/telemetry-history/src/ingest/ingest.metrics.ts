import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

@Injectable()
export class IngestMetrics {
  private readonly rows: Counter<'paso'>;
  readonly batch: Histogram;
  readonly writing: Histogram;
  readonly latency: Histogram;
  readonly rejects: Counter<'motivo'>;
  readonly retries: Counter;
  readonly relieved: Counter;
  readonly unread: Gauge;
  readonly unconfirmed: Gauge;
  readonly length: Gauge;
  readonly oldest: Gauge;
  readonly ofShard: Gauge<'stream'>;
  readonly shards: Gauge;
  private all = 0;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.rows = new Counter({
      name: 'acequia_history_rows_total',
      help: 'Rows committed: new ones, and late ones (repetitions included)',
      labelNames: ['paso'],
      registers,
    });
    this.batch = new Histogram({
      name: 'acequia_history_batch_rows',
      help: 'Rows per transaction',
      buckets: [1, 10, 50, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000],
      registers,
    });
    this.writing = new Histogram({
      name: 'acequia_history_write_seconds',
      help: 'Time of one transaction',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    });
    this.latency = new Histogram({
      name: 'acequia_history_publish_to_commit_seconds',
      help: 'From the gateway taking a batch to its rows being committed, one observation per stream entry',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 5, 30, 300],
      registers,
    });
    this.rejects = new Counter({
      name: 'acequia_history_dead_letters_total',
      help: 'Rows and entries that could not be stored',
      labelNames: ['motivo'],
      registers,
    });
    this.retries = new Counter({
      name: 'acequia_history_retries_total',
      help: 'Transactions that failed and were tried again',
      registers,
    });
    this.relieved = new Counter({
      name: 'acequia_history_taken_over_total',
      help: 'Entries taken over from consumers that died or stood still',
      registers,
    });
    this.unread = new Gauge({
      name: 'acequia_history_lag_entries',
      help: 'Stream entries that no consumer has read',
      registers,
    });
    this.length = new Gauge({
      name: 'acequia_history_stream_entries',
      help: 'Entries of all streams of readings: what is not stored in Postgres yet',
      registers,
    });
    this.oldest = new Gauge({
      name: 'acequia_history_oldest_entry_seconds',
      help: 'Age of the oldest entry that is not stored in Postgres yet; 0 = everything is',
      registers,
    });
    this.ofShard = new Gauge({
      name: 'acequia_history_shard_entries',
      help: 'The same of one shard',
      labelNames: ['stream'],
      registers,
    });
    this.shards = new Gauge({
      name: 'acequia_history_shards',
      help: 'Streams of readings that this instance reads',
      registers,
    });
    this.unconfirmed = new Gauge({
      name: 'acequia_history_pending_entries',
      help: 'Stream entries read but not yet committed',
      registers,
    });
  }

  saved(nuevas: number, late: number): void {
    this.rows.inc({ paso: 'nuevas' }, nuevas);
    this.rows.inc({ paso: 'tardias' }, late);
    this.all += nuevas + late;
  }

  /** Number of rows that this process has committed. */
  get total(): number {
    return this.all;
  }
}
