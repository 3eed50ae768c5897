import type { DescarteReason } from '@acequia/contracts';

/** How long an estimate stays valid, and the error from which on it must have lasted, ms. */
const ESTIMATE_MS = 60_000;
/** Two samples show the same error when they differ by no more, ms. */
const SAME_MS = 10_000;

/** The samples of a board are refused, because its clock is ahead or names times before all that is kept; null = neither. */
export type ClockFault = 'ahead' | 'outside' | null;

/** `withClock`: the message also had a sample with a usable time of its own. What a full buffer holds may be older than all that is kept. */
export const clockFaultOf = (rejected: readonly { motivo: DescarteReason }[], withClock: boolean): ClockFault => {
  if (rejected.some(({ motivo }) => motivo === 'reloj_adelantado')) return 'ahead';
  return !withClock && rejected.some(({ motivo }) => motivo === 'fuera_de_retencion') ? 'outside' : null;
};

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
