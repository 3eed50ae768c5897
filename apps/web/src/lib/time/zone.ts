import { dateTimeOf, dayOf, timeOf } from '../format/format.js';
import { instant } from './ticks.js';

/** What a `datetime-local` field holds for an instant in a zone: YYYY-MM-DDTHH:mm. */
export const localOf = (ts: number, zona: string): string => `${dayOf(ts, zona) ?? ''}T${timeOf(ts, zona)}`;

/** The instant that a `datetime-local` field means in a zone; null while it holds none. */
export const instantOf = (local: string, zona: string): number | null => {
  const wall = Date.parse(`${local}Z`);
  return Number.isNaN(wall) ? null : instant(wall, zona);
};

/** The first instant of a day YYYY-MM-DD of a zone; null when there is no such day. */
export const startOfDay = (day: string, zona: string): number | null => instantOf(`${day}T00:00`, zona);

/** The day YYYY-MM-DD so many days later. */
export const dayAfter = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T12:00Z`) + days * 86_400_000, 'UTC') ?? day;

/** Minutes after midnight by the clock of a zone. */
export const minuteOfDay = (ts: number, zona: string): number => {
  const [hours = 0, minutes = 0] = timeOf(ts, zona).split(':').map(Number);
  return hours * 60 + minutes;
};

/** DD/MM of an instant. */
export const shortDayOf = (ts: number, zona: string): string => dateTimeOf(ts, zona).slice(0, 5);
