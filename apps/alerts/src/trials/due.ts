import { dayIn } from '@acequia/service-kit';
import { hourIn, isWithin } from '../clock/hours.js';

/** Working hours, in which a message wakes nobody. */
const [FIRST, LAST] = ['10:00', '18:00'];
const WORKDAYS = 5;
const DAY_MS = 86_400_000;

export interface Trial {
  id: number;
  zona_horaria: string;
  /** YYYY-MM-DD of the last try. */
  prueba_dia: string;
  pruebas_falladas: number;
  /** Quiet hours of the company, and of the person. */
  rests: readonly (readonly [string | null, string | null])[];
}

/** The day of the company's zone on which a channel is to be tried now; null = not now. Each week on its own workday, after a failure on the next one. */
export const dueDay = (
  { id, zona_horaria, prueba_dia, pruebas_falladas, rests }: Trial,
  now: number,
): string | null => {
  const day = dayIn(zona_horaria, now);
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const hour = hourIn(zona_horaria, now);
  if (weekday >= WORKDAYS || hour < FIRST || hour >= LAST || prueba_dia >= day) return null;
  const isResting = rests.some(
    ([hora_desde, hora_hasta]) => hora_desde !== null && isWithin({ hora_desde, hora_hasta }, zona_horaria, now),
  );
  if (isResting) return null;
  if (pruebas_falladas > 0) return day;
  const monday = new Date(Date.parse(`${day}T00:00:00Z`) - weekday * DAY_MS).toISOString().slice(0, 10);
  return weekday >= id % WORKDAYS && prueba_dia < monday ? day : null;
};
