import { duration } from '@acequia/contracts';
import { numberIn } from './number.js';

const CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const HOURS = /^(\S+?)\s*h(?:\s*([0-5]?\d)\s*(?:m|min)?)?$/i;
const UNIT = /\s*(?:m|min)$/i;
const HOUR_MIN = 60;

/** Minutes as a person writes them: "270", "4 h 30 min", "4:30" or "4.5 h"; NaN where it is none of these. */
export function minutesIn(text: string): number {
  const written = text.trim();
  const [, h, min] = CLOCK.exec(written) ?? HOURS.exec(written) ?? [];
  return h === undefined ? numberIn(written.replace(UNIT, '')) : numberIn(h) * HOUR_MIN + Number(min ?? 0);
}

/** An hour and more in words; '' where the number says enough. */
export const longMinutes = (minutes: unknown): string =>
  typeof minutes === 'number' && minutes >= HOUR_MIN ? duration(minutes) : '';
