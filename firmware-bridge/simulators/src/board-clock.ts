/** The clock of a simulated board. Timers run on the time that is passed in; only dates need this clock. */
export class BoardClock {
  /** Distance of the board's clock from the time that is passed in, ms; null = the board never learned the time. */
  ahead_ms: number | null = 0;

  constructor(readonly bootedAt: number) {}

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
