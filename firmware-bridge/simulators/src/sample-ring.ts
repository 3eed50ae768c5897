import { MAX_SAMPLES, type TelemetrySample } from '@acequia/board-protocol';

/** Undelivered samples of a board, oldest first. A full ring overwrites the oldest, as a board's flash does. */
export class SampleRing {
  private samples: TelemetrySample[] = [];
  private losses = 0;

  constructor(private readonly capacity = 4_000) {}

  get size(): number {
    return this.samples.length;
  }

  /** Number of samples overwritten before delivery. */
  get lost(): number {
    return this.losses;
  }

  push(sample: TelemetrySample): void {
    this.samples.push(sample);
    const over = this.samples.length - this.capacity;
    if (over <= 0) return;
    this.samples.splice(0, over);
    this.losses += over;
  }

  /** The oldest samples, as many as fit one message; they stay until {@link remove}. */
  peek(max = MAX_SAMPLES): TelemetrySample[] {
    return this.samples.slice(0, max);
  }

  /** Removes delivered samples. A sample that was overwritten meanwhile is already gone; others are not affected. */
  remove(delivered: readonly TelemetrySample[]): void {
    const gone = new Set(delivered);
    this.samples = this.samples.filter((sample) => !gone.has(sample));
  }
}
