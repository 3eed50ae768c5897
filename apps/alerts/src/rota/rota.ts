import type { Severidad } from '@acequia/contracts';
import { dayIn } from '@acequia/service-kit';
import { hourIn } from '../clock/hours.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Stands for the platform where a company's id does: no company has it, and no caller is confined to it. */
export const PLATFORM = -1;

export interface Rota {
  /** In turn, a week each. */
  personas: number[];
  /** The weekday on which a week begins, 1 = Monday, and the hour. */
  dia: number;
  hora: string;
  severidad_minima: Severidad;
  escalar_min: number;
  /** The date of the first person's week. */
  ancla: string;
}
/** Who has a week instead of the rota's person, by the week's date. */
export type Exchanges = ReadonlyMap<string, number>;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const daysAfter = (day: string, days: number): string =>
  new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The date on which the week began that holds a moment. It is a date of the zone's calendar, so a change of clock moves nothing. */
export const weekAt = ({ dia, hora }: Pick<Rota, 'dia' | 'hora'>, zone: string, now: number): string => {
  const today = dayIn(zone, now);
  const weekday = new Date(utc(today)).getUTCDay() || 7;
  const back = (weekday - dia + 7) % 7;
  return daysAfter(today, back === 0 && hourIn(zone, now) < hora ? -7 : -back);
};

const placeOf = ({ personas, ancla }: Rota, week: string): number => {
  const weeks = Math.round((utc(week) - utc(ancla)) / WEEK_MS);
  return ((weeks % personas.length) + personas.length) % personas.length;
};

export const personOfWeek = (rota: Rota, exchanges: Exchanges, week: string): number | null =>
  exchanges.get(week) ?? rota.personas[placeOf(rota, week)] ?? null;

/** The people from the week's own one on, as the rota says. */
export const fromWeek = (rota: Rota, week: string): number[] => {
  if (rota.personas.length === 0) return [];
  const place = placeOf(rota, week);
  return [...rota.personas.slice(place), ...rota.personas.slice(0, place)];
};

/** Who is told of an alarm, in this order: who has the week, then the people whose weeks come next. */
export const inTurn = (rota: Rota, exchanges: Exchanges, week: string): number[] => {
  const first = personOfWeek(rota, exchanges, week);
  if (first === null) return [];
  const [own, ...next] = fromWeek(rota, week);
  return [...new Set([first, ...next, ...(own === undefined ? [] : [own])])];
};
