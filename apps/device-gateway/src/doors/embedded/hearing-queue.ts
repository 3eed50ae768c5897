/** A board that waits to be heard; `speak` returns the bytes it used. */
export interface Speaker {
  speak(): number;
}

/** Bytes that all boards together may pass on per tick of the event loop: a few milliseconds of work. */
const TICK_BYTES = 4 * 1024;

/**
 * Reads the boards one after another, a little of each. Between two ticks of the event loop the process handles everything else: answers of Redis, calls of other
 * services, timers. So a large backlog of some boards does not delay other work.
 */
export class HearingQueue {
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
    setImmediate(this.hear);
  }

  private readonly hear = (): void => {
    this.scheduled = false;
    let bytes = 0;
    for (const speaker of this.queue) {
      if (bytes >= TICK_BYTES) break;
      this.queue.delete(speaker);
      bytes += speaker.speak();
    }
    this.schedule();
  };
}
