/** A board that waits for a turn; `speak` returns the bytes it used. */
export interface Speaker {
  speak(): number;
}

/** Bytes that all boards together may pass on per turn of the event loop: a few milliseconds of work. */
const TURN_BYTES = 4 * 1024;

/**
 * Reads the boards in turn, a little of each. Between two turns the process handles everything else: answers of Redis, calls of other
 * services, timers. So a large backlog of some boards does not delay other work.
 */
export class HearingTurns {
  private readonly queue = new Set<Speaker>();
  private scheduled = false;

  /** Queues a speaker at the end; a waiting speaker keeps its place. */
  add(speaker: Speaker): void {
    this.queue.add(speaker);
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled || this.queue.size === 0) return;
    this.scheduled = true;
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.scheduled = false;
    let bytes = 0;
    for (const speaker of this.queue) {
      if (bytes >= TURN_BYTES) break;
      this.queue.delete(speaker);
      bytes += speaker.speak();
    }
    this.schedule();
  };
}
