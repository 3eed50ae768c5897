import { setImmediate } from 'node:timers/promises';

/** Lets a long piece of work share its thread: it rests after each slice, so that calls in between are answered. */
export class Pace {
  private readonly began = performance.now();
  private since = this.began;
  /** How often it rested. */
  rests = 0;

  /** `limit_ms`: the work fails when it takes longer. */
  constructor(
    private readonly slice_ms = 10,
    private readonly limit_ms = Infinity,
  ) {}

  /** Call it often: it returns at once until a slice is over. @throws Error past the limit */
  async rest(): Promise<void> {
    const now = performance.now();
    if (now - this.since < this.slice_ms) return;
    if (now - this.began > this.limit_ms) throw new Error(`took longer than ${this.limit_ms} ms`);
    this.rests += 1;
    await setImmediate();
    this.since = performance.now();
  }
}
