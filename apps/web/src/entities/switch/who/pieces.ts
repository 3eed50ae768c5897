import type { HistorialEvent } from '@acequia/contracts';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { dayAfter } from '../../../lib/time/zone.js';

/** Days YYYY-MM-DD, both included. */
export interface Days {
  desde: string;
  hasta: string;
}

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Math.round(Date.parse(`${day}T12:00Z`) / DAY_MS);

/** The parts of `days`, each of at most `length` days from its beginning on, in which a switch changed: as `events`, newest first. */
export function piecesOf(
  { desde, hasta }: Days,
  length: number,
  events: readonly Pick<HistorialEvent, 'fecha'>[],
  { dayOf }: Pick<Dates, 'dayOf'>,
): Days[] {
  const first = numberOf(desde);
  const parts = events.map(({ fecha }) => Math.floor((numberOf(dayOf(fecha) ?? desde) - first) / length));
  return [...new Set(parts)].map((part) => {
    const from = dayAfter(desde, part * length);
    const to = dayAfter(from, length - 1);
    return { desde: from, hasta: to < hasta ? to : hasta };
  });
}
