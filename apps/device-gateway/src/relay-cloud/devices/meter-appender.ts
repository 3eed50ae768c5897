import { Injectable } from '@nestjs/common';
import { ReadingsAppender } from '../../ingest/readings-appender.js';
import type { HeldMessage } from '../../ingest/shard-appender.js';

/** Most meter rows that wait while Redis refuses them, about 20 minutes of 2,000 meters; past that the oldest are dropped. */
const WAITING_MAX = 40_000;

/** Appends meter samples to the readings: no caller waits, and the queue must not fill the memory. */
@Injectable()
export class MeterAppender {
  private readonly waiting = new Set<HeldMessage>();

  constructor(private readonly appender: ReadingsAppender) {}

  /** `ts` in ms; `values` in the order of `measurementOf`. */
  append(dispositivo_id: number, ts: number, values: readonly (number | null)[]): void {
    const message: HeldMessage = {
      of: dispositivo_id,
      l: [],
      e: [],
      m: [dispositivo_id, ts, ...values],
      abandoned: false,
      stored: () => void this.waiting.delete(message),
    };
    this.waiting.add(message);
    if (this.waiting.size > WAITING_MAX) {
      const [oldest] = this.waiting;
      if (oldest) {
        oldest.abandoned = true;
        this.waiting.delete(oldest);
      }
    }
    this.appender.push(message);
  }
}
