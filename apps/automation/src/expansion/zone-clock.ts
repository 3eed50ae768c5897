import { Temporal } from 'temporal-polyfill';
import { civilDay, DAY_MS } from './calendar.js';

const MINUTE_MS = 60_000;
/** Cached days per zone: several years. */
const REMEMBERED = 4_000;

/** Wall clock times of one zone as instants. */
export class ZoneClock {
  private readonly midnights = new Map<number, number>();

  constructor(readonly zone: string) {}

  /**
   * The instant (ms) at which the clocks of the zone show `minutes` past midnight of a day. A time skipped by a clock change
   * moves to after the gap by the length of the gap; of a time shown twice it is the first.
   */
  instant(epochDay: number, minutes: number): number {
    const start = this.midnight(epochDay);
    // A day of 24 hours has no clock change.
    return this.midnight(epochDay + 1) - start === DAY_MS ? start + minutes * MINUTE_MS : this.ask(epochDay, minutes);
  }

  /** The zone's current day (since 1970-01-01). */
  dayAt(instant: number): number {
    const guess = Math.floor(instant / DAY_MS);
    if (instant < this.midnight(guess)) return guess - 1;
    return instant >= this.midnight(guess + 1) ? guess + 1 : guess;
  }

  /** Distance of the zone's clocks from UTC at an instant, s. */
  offset_s(instant: number): number {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.zone);
    return Math.round(offsetNanoseconds / 1e9);
  }

  private midnight(epochDay: number): number {
    let known = this.midnights.get(epochDay);
    if (known === undefined) {
      if (this.midnights.size >= REMEMBERED) this.midnights.clear();
      known = this.ask(epochDay, 0);
      this.midnights.set(epochDay, known);
    }
    return known;
  }

  private ask(epochDay: number, minutes: number): number {
    const { year, month, day } = civilDay(epochDay);
    const wall = new Temporal.PlainDateTime(year, month, day, Math.floor(minutes / 60), minutes % 60);
    // 'compatible' is RFC 5545's rule: later across a gap, earlier of two.
    return wall.toZonedDateTime(this.zone, { disambiguation: 'compatible' }).epochMilliseconds;
  }
}

/** The civil day that holds an instant: its start and the next day's, ms. */
export const dayAround = (instant: number, zone: string): [from: number, to: number] => {
  const clock = clockOf(zone);
  const day = clock.dayAt(instant);
  return [clock.instant(day, 0), clock.instant(day + 1, 0)];
};

const clocks = new Map<string, ZoneClock>();

export const clockOf = (zone: string): ZoneClock => {
  let clock = clocks.get(zone);
  if (!clock) clocks.set(zone, (clock = new ZoneClock(zone)));
  return clock;
};
