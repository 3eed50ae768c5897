import { duration, exactDuration } from '@acequia/contracts';
import { numberIn } from './number.js';

const CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const HOURS = /^(\S+?)\s*h(?:\s*([0-5]?\d)\s*(?:m|min)?)?$/i;
const MINUTES = /^(\S+?)\s*(?:m|min)(?:\s*([0-5]?\d)\s*s?)?$/i;
const MINUTE_UNIT = /\s*(?:m|min)$/i;
const SECOND_UNIT = /\s*s$/i;
const HOUR_MIN = 60;
const MINUTE_S = 60;

/** Minutes as a person writes them: "270", "4 h 30 min", "4:30" or "4.5 h"; NaN where it is none of these. */
export function minutesIn(text: string): number {
  const written = text.trim();
  const [, h, min] = CLOCK.exec(written) ?? HOURS.exec(written) ?? [];
  return h === undefined ? numberIn(written.replace(MINUTE_UNIT, '')) : numberIn(h) * HOUR_MIN + Number(min ?? 0);
}

/** Seconds as a person writes them: "150", "2 min 30 s", "2:30" or "1 h 30 min"; NaN where it is none of these. */
export function secondsIn(text: string): number {
  const written = text.trim();
  const [, min, s] = CLOCK.exec(written) ?? MINUTES.exec(written) ?? [];
  if (min !== undefined) {
    const seconds = numberIn(min) * MINUTE_S + Number(s ?? 0);
    if (!Number.isNaN(seconds)) return seconds;
  }
  return HOURS.test(written) ? minutesIn(written) * MINUTE_S : numberIn(written.replace(SECOND_UNIT, ''));
}

/** An hour and more in words; '' where the number says enough. */
export const longMinutes = (minutes: unknown): string =>
  typeof minutes === 'number' && minutes >= HOUR_MIN ? duration(minutes) : '';

/** A minute and more in words; '' where the number says enough. */
export const longSeconds = (seconds: unknown): string =>
  typeof seconds === 'number' && seconds >= MINUTE_S ? exactDuration(seconds) : '';
