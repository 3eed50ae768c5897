import type { AgendaRun } from '@acequia/board-protocol';
import type { Counter } from './virtual-points.js';

/** Time that pipes take to fill; a silence may always last this long, ms. */
const FILLING_MS = 180_000;
/** Pulses that may be missing in a row at the slowest flow that reaches the volume in time. */
const MISSED = 3;
/** Of a counter in m³. */
const MILLIONTHS_A_LITRE = 1_000;

/** The twin of the firmware's `core/src/run_volume.cpp`: the water of a run that ends by its volume. */
export class RunVolume {
  /** Its counter at its start; null = it could not be read then, so nothing can be said. */
  private base: number | null = null;
  private heard = 0;
  private heardAt = 0;
  private silent = false;
  private anew = false;

  begin(counter: Counter, now: number): void {
    this.base = this.heard = counter.total;
    this.heardAt = now;
  }

  /** After a restart, from the total at the start: the counter wrapped, lost its newest pulses, or began anew. */
  goOn(base: number, { total, wrap }: Counter, now: number): void {
    const from = base % wrap;
    this.heard = total % wrap;
    this.heardAt = now;
    const fall = from - this.heard;
    this.anew = fall > from / 10 && fall <= wrap - wrap / 10;
    if (fall <= 0) this.base = from;
    else if (fall > wrap - wrap / 10) this.base = from - wrap;
    else this.base = this.anew ? 0 : this.heard;
  }

  /** Whether the volume is reached. */
  reached({ vol, secs }: AgendaRun, counter: Counter | null, now: number): boolean {
    if (!counter || this.base === null || vol === undefined) {
      this.silent = true;
      return false;
    }
    if (counter.total !== this.heard) {
      this.heard = counter.total;
      this.heardAt = now;
    }
    const volume = vol * MILLIONTHS_A_LITRE;
    const pulse_s = Math.floor((MISSED * Math.min(counter.step, volume) * secs) / volume);
    this.silent ||= now - this.heardAt > Math.max(FILLING_MS, pulse_s * 1_000);
    return this.heard - this.base >= volume;
  }

  /** null = unmeasured: its meter cannot be believed. */
  litres(reached: boolean): number | null {
    if (this.base === null || this.anew || (this.silent && !reached)) return null;
    return Math.max(0, Math.trunc((this.heard - this.base) / MILLIONTHS_A_LITRE));
  }
}
