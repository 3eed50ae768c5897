import { dateTimeOf } from '../format/format.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutos) => minutos * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((hoursPart) => hoursPart * HOUR),
  ...[1, 2, 3, 7, 14, 30, 60, 90].map((dias) => dias * DAY),
];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Offset of the zone from UTC at an instant, ms. */
export function offsetOf(ts: number, zona: string): number {
  let timer = clocks.get(zona);
  if (!timer) {
    const [short, largo] = ['2-digit', 'numeric'] as const;
    const fields = { year: largo, month: short, day: short, hour: short, minute: short } as const;
    timer = new Intl.DateTimeFormat('en', { timeZone: zona, hourCycle: 'h23', ...fields });
    clocks.set(zona, timer);
  }
  const p = Object.fromEntries(timer.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(p['year']!, p['month']! - 1, p['day'], p['hour'], p['minute']);
  return local - Math.floor(ts / MINUTE) * MINUTE;
}

/** The instant of a local time in the zone. A local time that a clock change skips becomes the instant of the change. */
export function instant(local: number, zona: string): number {
  const near = local - offsetOf(local, zona);
  return local - offsetOf(near, zona);
}

/** The smallest step between ticks that gives no more than `limitOf` of them, ms. */
export const stepOf = (desde: number, hasta: number, limitOf: number): number =>
  STEPS.find((step) => (hasta - desde) / step <= limitOf) ?? STEPS.at(-1)!;

/** Ticks at round local times of the zone, ms: midnight stays midnight across clock changes. */
export function ticksOf(desde: number, hasta: number, step: number, zona: string): number[] {
  const all: number[] = [];
  for (let local = Math.floor((desde + offsetOf(desde, zona)) / step) * step; ; local += step) {
    const ts = instant(local, zona);
    if (ts > hasta) return all;
    if (ts >= desde && ts > (all.at(-1) ?? -Infinity)) all.push(ts);
  }
}

/** Label of a tick: the time, or the date at midnight. */
export function tickLabel(ts: number, step: number, zona: string): string {
  const [dia = '', timeOf = ''] = dateTimeOf(ts, zona).split(' ');
  if (step >= 30 * DAY) return `${dia.slice(0, 6)}${dia.slice(8)}`;
  return step >= DAY || timeOf === '00:00' ? dia.slice(0, 5) : timeOf;
}

/** Start of the zone's day that contains an instant, or of the day `days` later; ms. */
export function dayStart(ts: number, zona: string, days = 0): number {
  const local = Math.floor((ts + offsetOf(ts, zona)) / DAY) * DAY;
  return instant(local + days * DAY, zona);
}
