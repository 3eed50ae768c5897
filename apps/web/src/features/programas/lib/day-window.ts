import { dayStart } from '../../../lib/time/ticks.js';
import { startOfDay } from '../../../lib/time/zone.js';

const HOUR = 3_600_000;
const LEAST = 2 * HOUR;
/** Shown on either side of the turns. */
const MARGIN = HOUR / 2;
/** The narrowest window that a day opens with. */
const OPENING = 6 * HOUR;

/** [from, to), ms. */
export interface Window {
  from: number;
  to: number;
}

/** A whole day YYYY-MM-DD of a zone: 23 or 25 hours where the clocks change. */
export const wholeDay = (day: string, zona: string): Window => {
  const from = startOfDay(day, zona) ?? 0;
  return { from, to: dayStart(from, zona, 1) };
};

/** A window of that length within the day, as near as can be to where it is asked for. */
const within = (day: Window, from: number, length: number): Window => {
  const whole = Math.min(length, day.to - day.from);
  const start = Math.min(Math.max(from, day.from), day.to - whole);
  return { from: start, to: start + whole };
};

/** The hours of a day in which something runs; all of it when nothing does. */
export const fitting = (day: Window, spans: readonly Window[]): Window => {
  if (spans.length === 0) return day;
  const from = Math.floor((Math.min(...spans.map((span) => span.from)) - MARGIN) / HOUR) * HOUR;
  const to = Math.ceil((Math.max(...spans.map((span) => span.to)) + MARGIN) / HOUR) * HOUR;
  const length = Math.max(OPENING, to - from);
  return within(day, from - (length - (to - from)) / 2, length);
};

/** `factor` 0.5 = half as much, from its middle. */
export const zoomed = (day: Window, { from, to }: Window, factor: number): Window => {
  const length = Math.max(LEAST, (to - from) * factor);
  return within(day, (from + to - length) / 2, length);
};

/** `direction` −1 = earlier, 1 = later, by half of what is seen. */
export const panned = (day: Window, { from, to }: Window, direction: 1 | -1): Window =>
  within(day, from + ((to - from) / 2) * direction, to - from);
