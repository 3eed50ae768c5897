import { dateTimeOf } from '../format/format.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 7, 14, 30, 60, 90].map((days) => days * DAY),
];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Offset of the zone from UTC at an instant, ms. */
export function offsetOf(ts: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const [short, full] = ['2-digit', 'numeric'] as const;
    const fields = { year: full, month: short, day: short, hour: short, minute: short } as const;
    clock = new Intl.DateTimeFormat('en', { timeZone: timeZone, hourCycle: 'h23', ...fields });
    clocks.set(timeZone, clock);
  }
  const p = Object.fromEntries(clock.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(p['year']!, p['month']! - 1, p['day'], p['hour'], p['minute']);
  return local - Math.floor(ts / MINUTE) * MINUTE;
}

/** The instant of a local time in the zone. A local time that a clock change skips becomes the instant of the change. */
export function instant(local: number, timeZone: string): number {
  const near = local - offsetOf(local, timeZone);
  return local - offsetOf(near, timeZone);
}

/** The smallest step between ticks that gives no more than `most` of them, ms. */
export const stepOf = (desde: number, hasta: number, most: number): number =>
  STEPS.find((step) => (hasta - desde) / step <= most) ?? STEPS.at(-1)!;

/** Ticks at round local times of the zone, ms: midnight stays midnight across clock changes. */
export function ticksOf(desde: number, hasta: number, step: number, timeZone: string): number[] {
  const all: number[] = [];
  for (let local = Math.floor((desde + offsetOf(desde, timeZone)) / step) * step; ; local += step) {
    const ts = instant(local, timeZone);
    if (ts > hasta) return all;
    if (ts >= desde && ts > (all.at(-1) ?? -Infinity)) all.push(ts);
  }
}

/** Label of a tick: the time, or the date at midnight. */
export function tickLabel(ts: number, step: number, timeZone: string): string {
  const [day = '', time = ''] = dateTimeOf(ts, timeZone).split(' ');
  if (step >= 30 * DAY) return `${day.slice(0, 6)}${day.slice(8)}`;
  return step >= DAY || time === '00:00' ? day.slice(0, 5) : time;
}

/** Start of the zone's day that contains an instant, or of the day `days` later; ms. */
export function dayStart(ts: number, timeZone: string, days = 0): number {
  const local = Math.floor((ts + offsetOf(ts, timeZone)) / DAY) * DAY;
  return instant(local + days * DAY, timeZone);
}
