const LARGEST_STEP_MS = 15 * 60_000;
/** Two answers agree when they differ by less, ms. */
const AGREE_MS = 60_000;

/** The clock of a simulated board. Timers run on the time that is passed in; only dates need this clock. */
export class BoardClock {
  /** Distance of the board's clock from the time that is passed in, ms; null = the board never learned the time. */
  ahead_ms: number | null = 0;

  /** A time server's answer that is not believed yet. */
  private doubt_ms: number | null = null;

  constructor(readonly bootedAt: number) {}

  /**
   * A time server's answer, as its distance from the time that is passed in, ms. A step of more than 15 minutes needs a second
   * answer that agrees with it, like the firmware's `core/src/clock.hpp`.
   */
  answered(ahead_ms: number): void {
    const step = this.ahead_ms !== null && Math.abs(ahead_ms - this.ahead_ms) > LARGEST_STEP_MS;
    const agreed = this.doubt_ms !== null && Math.abs(ahead_ms - this.doubt_ms) < AGREE_MS;
    this.doubt_ms = step && !agreed ? ahead_ms : null;
    if (!step || agreed) this.ahead_ms = ahead_ms;
  }

  /** ms since 1970; null = unknown. */
  wall(now: number): number | null {
    return this.ahead_ms === null ? null : now + this.ahead_ms;
  }
}

/** A version of a retained message. */
export interface Version {
  epoch: number;
  rev: number;
}

/** Whether `next` replaces `current`. Another epoch is newer regardless of its `rev`. */
export const isNewer = (next: Version, current: Version | null): boolean =>
  current === null || next.epoch !== current.epoch || next.rev > current.rev;
