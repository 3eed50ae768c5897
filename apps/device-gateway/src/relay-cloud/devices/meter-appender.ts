import { Injectable } from '@nestjs/common';
import { type HeldMessage, ReadingsAppender } from '../../ingest/readings-appender.js';

/** Meter rows that may wait for a Redis that does not take them, about 20 minutes of 2,000 meters; then the oldest are given up. */
const WAITING_MAX = 40_000;

/** Hands meter samples to the `readings` stream: nobody waits for them, and they must not fill the memory either. */
@Injectable()
export class MeterAppender {
  private readonly waiting = new Set<HeldMessage>();

  constructor(private readonly appender: ReadingsAppender) {}

  /** `ts` in ms; `values` as `measurementOf` makes them. */
  append(dispositivo_id: number, ts: number, values: readonly (number | null)[]): void {
    const message: HeldMessage = {
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
