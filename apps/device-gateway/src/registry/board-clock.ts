/** How long an estimate stays valid, and the error from which on it must have lasted, ms. */
const ESTIMATE_MS = 60_000;
/** Two samples show the same error when they differ by no more, ms. */
const SAME_MS = 10_000;

/** How far a board's clock is from ours, as its samples tell. */
export class BoardClock {
  private offset = { ms: 0, seen: 0 };
  private error = { ms: 0, since: 0 };

  /** Takes a sample with the board's own time into account; the one with the shortest delay gives the best estimate. */
  heard(ts: number, now: number): void {
    const ms = ts - now;
    if (Math.abs(ms - this.error.ms) > SAME_MS || this.error.since === 0) this.error = { ms, since: now };
    if (ms < this.offset.ms && this.offset.seen !== 0 && now - this.offset.seen < ESTIMATE_MS) return;
    // Buffered samples catch up with us; a wrong clock stays as wrong as it is.
    const isClock = Math.abs(ms) < ESTIMATE_MS || now - this.error.since >= ESTIMATE_MS;
    this.offset = { ms: isClock ? ms : 0, seen: now };
  }

  /** What it shows at our `now`, ms; null before the first sample. */
  at(now: number): number | null {
    return this.offset.seen === 0 ? null : now + this.offset.ms;
  }
}
