import type { MagnitudClase } from '@acequia/contracts';
import { dayOf } from '../../../lib/format/format.js';
import { dayAfter, startOfDay } from '../../../lib/time/zone.js';

/** Ranges that end now, days. */
export const RANGES = { day: 1, week: 7, month: 30, year: 365 } as const;
export type Range = keyof typeof RANGES;

/** A range that ends now, or days YYYY-MM-DD of the company, both included. */
export type Choice = Range | { desde: string; hasta: string };

export interface Span {
  desde: number;
  hasta: number;
}

const DAY_MS = 86_400_000;
const HOURS = 24;
/** More days than these are bars of several days. */
const MOST_BARS = 100;
const LINE_POINTS = 300;
/** Eleven years: the longest range of a series. */
export const MOST_DAYS = 11 * 366 - 1;

/** The instants of a choice; null while a day is being typed, or they are too many. */
export const spanOf = (choice: Choice, now: number, zone: string): Span | null => {
  if (typeof choice === 'string') return { desde: now - RANGES[choice] * DAY_MS, hasta: now };
  const [desde, hasta] = [startOfDay(choice.desde, zone), startOfDay(dayAfter(choice.hasta, 1), zone)];
  return desde === null || hasta === null || desde >= hasta || hasta - desde > MOST_DAYS * DAY_MS
    ? null
    : { desde, hasta };
};

/** The days that a choice touches. */
export const daysOf = (choice: Choice, now: number, zone: string): { desde: string; hasta: string } => {
  if (typeof choice !== 'string') return choice;
  const day = (ts: number): string => dayOf(ts, zone) ?? '';
  return { desde: day(now - RANGES[choice] * DAY_MS), hasta: day(now) };
};

/** In how many steps to draw a span: a line as fine as it can be, a counter by hours, days or several days. */
export const stepsOf = (clase: MagnitudClase, { desde, hasta }: Span): number => {
  if (clase !== 'contador') return LINE_POINTS;
  const days = Math.ceil((hasta - desde) / DAY_MS);
  if (days <= 2) return days * HOURS + 1;
  return days <= MOST_BARS ? days + 1 : 61;
};
