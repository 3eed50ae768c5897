/** One who waits for a turn; `speak` says how many bytes it used. */
export interface Speaker {
  speak(): number;
}

/** What all boards together may say in one turn of the event loop: a few milliseconds of work. */
const TURN_BYTES = 4 * 1024;

/**
 * Boards are heard one after the other, a little of each, and between two turns the process sees to everything else: answers
 * of Redis, calls of other services, timers. However much boards have sent ahead, nobody waits for all of it.
 */
export class HearingTurns {
  private readonly queue = new Set<Speaker>();
  private scheduled = false;

  /** Queues at the end; who waits already keeps its place. */
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
