import type { Turno } from '@acequia/contracts';
import { dayStart } from '../../../lib/time/ticks.js';
import { startOfDay } from '../../../lib/time/zone.js';

const HOUR = 3_600_000;
const LEAST = 2 * HOUR;
/** Margin on either side of the turns, ms. */
const MARGIN = HOUR / 2;
/** Narrowest initial window of a day, ms. */
const OPENING = 6 * HOUR;

/** [from, to), ms. */
export interface Window {
  from: number;
  to: number;
}

/** The whole day YYYY-MM-DD in a zone: 23 or 25 hours when the clocks change. */
export const wholeDay = (day: string, timeZone: string): Window => {
  const from = startOfDay(day, timeZone) ?? 0;
  return { from, to: dayStart(from, timeZone, 1) };
};

/** Whether a turn begins on a day, or its planned or actual time reaches into it from the day before. */
export const reaches = (
  {
    inicio,
    segundos,
    real_inicio,
    real_segundos,
  }: Pick<Turno, 'inicio' | 'segundos' | 'real_inicio' | 'real_segundos'>,
  day: Window,
): boolean => {
  const planned = inicio + segundos * 1_000;
  const real = real_inicio === null ? planned : real_inicio + (real_segundos ?? segundos) * 1_000;
  return inicio < day.to && Math.max(planned, real) > day.from;
};

/** A window of `length` within the day, as near as possible to `from`. */
const within = (day: Window, from: number, length: number): Window => {
  const whole = Math.min(length, day.to - day.from);
  const start = Math.min(Math.max(from, day.from), day.to - whole);
  return { from: start, to: start + whole };
};

/** The part of a day in which something runs; the whole day when nothing does. */
export const fitting = (day: Window, spans: readonly Window[]): Window => {
  if (spans.length === 0) return day;
  const from = Math.floor((Math.min(...spans.map((span) => Math.max(span.from, day.from))) - MARGIN) / HOUR) * HOUR;
  const to = Math.ceil((Math.max(...spans.map((span) => span.to)) + MARGIN) / HOUR) * HOUR;
  const length = Math.max(OPENING, to - from);
  return within(day, from - (length - (to - from)) / 2, length);
};

/** Zooms around the window's middle; `factor` 0.5 = half the length. */
export const zoomed = (day: Window, { from, to }: Window, factor: number): Window => {
  const length = Math.max(LEAST, (to - from) * factor);
  return within(day, (from + to - length) / 2, length);
};

/** Moves the window by half its length; `direction` −1 = earlier, 1 = later. */
export const panned = (day: Window, { from, to }: Window, direction: 1 | -1): Window =>
  within(day, from + ((to - from) / 2) * direction, to - from);
