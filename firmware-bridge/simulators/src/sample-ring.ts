import { MAX_SAMPLES, type TelemetrySample } from '@acequia/board-protocol';

/** What a board has not delivered yet, oldest first. When it is full the oldest go, as in a board's flash. */
export class SampleRing {
  private samples: TelemetrySample[] = [];
  private losses = 0;

  constructor(private readonly capacity = 4_000) {}

  get size(): number {
    return this.samples.length;
  }

  /** How many were overwritten before anybody took them. */
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

  /** The oldest ones, as many as one message may hold; they stay until {@link remove}. */
  peek(max = MAX_SAMPLES): TelemetrySample[] {
    return this.samples.slice(0, max);
  }

  /** Forgets delivered samples. One that was overwritten meanwhile is not there any more, and its neighbours stay. */
  remove(delivered: readonly TelemetrySample[]): void {
    const gone = new Set(delivered);
    this.samples = this.samples.filter((sample) => !gone.has(sample));
  }
}
