import { dateTimeOf, dayOf, timeOf } from '../format/format.js';
import { instant } from './ticks.js';

/** The value of a `datetime-local` field for an instant in a zone: YYYY-MM-DDTHH:mm. */
export const localOf = (ts: number, timeZone: string): string => `${dayOf(ts, timeZone) ?? ''}T${timeOf(ts, timeZone)}`;

/** The instant of a `datetime-local` value in a zone; null for an empty value. */
export const instantOf = (local: string, timeZone: string): number | null => {
  const wall = Date.parse(`${local}Z`);
  return Number.isNaN(wall) ? null : instant(wall, timeZone);
};

/** The first instant of a day YYYY-MM-DD in a zone; null for an invalid day. */
export const startOfDay = (day: string, timeZone: string): number | null => instantOf(`${day}T00:00`, timeZone);

/** The day `days` later, YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T12:00Z`) + days * 86_400_000, 'UTC') ?? day;

/** Minutes after midnight by the clock of a zone. */
export const minuteOfDay = (ts: number, timeZone: string): number => {
  const [hours = 0, minutes = 0] = timeOf(ts, timeZone).split(':').map(Number);
  return hours * 60 + minutes;
};

/** DD/MM of an instant. */
export const shortDayOf = (ts: number, timeZone: string): string => dateTimeOf(ts, timeZone).slice(0, 5);
