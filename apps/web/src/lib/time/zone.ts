import { dateTimeOf, dayOf, timeOf } from '../format/format.js';
import { instant } from './ticks.js';

/** The value of a `datetime-local` field for an instant in a zone: YYYY-MM-DDTHH:mm. */
export const localOf = (ts: number, zona: string): string => `${dayOf(ts, zona) ?? ''}T${timeOf(ts, zona)}`;

/** The instant of a `datetime-local` value in a zone; null for an empty value. */
export const instantOf = (local: string, zona: string): number | null => {
  const wall = Date.parse(`${local}Z`);
  return Number.isNaN(wall) ? null : instant(wall, zona);
};

/** The first instant of a day YYYY-MM-DD in a zone; null for an invalid day. */
export const startOfDay = (day: string, zona: string): number | null => instantOf(`${day}T00:00`, zona);

/** The day `days` later, YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T12:00Z`) + days * 86_400_000, 'UTC') ?? day;

/** Minutes after midnight by the clock of a zone. */
export const minuteOfDay = (ts: number, zona: string): number => {
  const [hours = 0, minutes = 0] = timeOf(ts, zona).split(':').map(Number);
  return hours * 60 + minutes;
};

/** DD/MM of an instant. */
export const shortDayOf = (ts: number, zona: string): string => dateTimeOf(ts, zona).slice(0, 5);
