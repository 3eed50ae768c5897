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

/** How far the clocks of the zone are ahead of UTC at an instant, ms. */
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

/** The instant at which the clocks of the zone show this. One they skip is the instant at which they do. */
export function instant(local: number, zona: string): number {
  const near = local - offsetOf(local, zona);
  return local - offsetOf(near, zona);
}

/** The step between marks, ms: the finest that gives no more than `maximo` of them. */
export const stepOf = (desde: number, hasta: number, limitOf: number): number =>
  STEPS.find((step) => (hasta - desde) / step <= limitOf) ?? STEPS.at(-1)!;

/** Round times of the zone between two instants: midnights stay midnights where clocks change. All in ms. */
export function ticksOf(desde: number, hasta: number, step: number, zona: string): number[] {
  const all: number[] = [];
  for (let local = Math.floor((desde + offsetOf(desde, zona)) / step) * step; ; local += step) {
    const ts = instant(local, zona);
    if (ts > hasta) return all;
    if (ts >= desde && ts > (all.at(-1) ?? -Infinity)) all.push(ts);
  }
}

/** What stands under a mark: an hour, or the day where it begins. */
export function tickLabel(ts: number, step: number, zona: string): string {
  const [dia = '', timeOf = ''] = dateTimeOf(ts, zona).split(' ');
  if (step >= 30 * DAY) return `${dia.slice(0, 6)}${dia.slice(8)}`;
  return step >= DAY || timeOf === '00:00' ? dia.slice(0, 5) : timeOf;
}

/** When the day of the zone that holds an instant begins, or the one `days` after it; ms. */
export function dayStart(ts: number, zona: string, days = 0): number {
  const local = Math.floor((ts + offsetOf(ts, zona)) / DAY) * DAY;
  return instant(local + days * DAY, zona);
}
