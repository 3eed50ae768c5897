import type { Programa, ProgramaSave, ProgramaTryOut, Turno } from '@acequia/contracts';
import { minuteOfDay } from '../../../lib/time/zone.js';
import { objetoOf } from './lanes.js';

/** Move and stretch of a turn, minutes. */
export interface Shift {
  move: number;
  stretch: number;
}

/** A program after one of its turns was moved or stretched. */
export interface Reschedule {
  programa: ProgramaSave & { id: number };
  /** The start before and after; null = unchanged. */
  start: { before: Programa['inicios'][number]; after: Programa['inicios'][number] } | null;
  /** The step's duration before and after, s; null = unchanged. */
  length: { before: number; after: number } | null;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;
const SUN_MIN = 720;
const LEAST_S = 60;
const MOST_S = 86_400;

const minutesOf = (hora: string): number => {
  const [hours = 0, minutes = 0] = hora.split(':').map(Number);
  return hours * 60 + minutes;
};
const two = (n: number): string => String(n).padStart(2, '0');
const horaOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** A shift kept within the turn's day and, for a turn that has not begun, after `now`. */
export const withinDay = (
  { inicio, estado }: Pick<Turno, 'inicio' | 'estado'>,
  shift: Shift,
  day: { from: number; to: number },
  now: number,
): Shift => {
  // A running turn can only be extended; to end it early is a separate action.
  if (estado === 'en_curso') return { move: 0, stretch: Math.max(0, shift.stretch) };
  const least = Math.ceil((Math.max(day.from, now) - inicio) / MINUTE_MS);
  const most = Math.floor((day.to - MINUTE_MS - inicio) / MINUTE_MS);
  return { ...shift, move: shift.move === 0 ? 0 : clamp(shift.move, Math.min(0, least), Math.max(0, most)) };
};

/** A turn after it was moved or stretched on its day only. */
export const onItsDay = (
  { turno_id, inicio, segundos }: Turno,
  { move, stretch }: Shift,
): NonNullable<ProgramaTryOut['mover']> => ({
  turno_id,
  inicio: inicio + move * MINUTE_MS,
  segundos: clamp(segundos + stretch * 60, LEAST_S, MOST_S),
});

/** What is sent of a program, without what only the server says. */
export const toSave = ({
  pausado: _p,
  proximo: _n,
  vias: _v,
  pendiente: _q,
  ...save
}: Programa): Reschedule['programa'] => save;

/** The turn is of a step of the program, not of a pump that runs with its valves. */
export const isStep = ({ pasos }: Pick<Programa, 'pasos'>, turno: Turno): boolean =>
  pasos.some(
    ({ switch_id = null, dispositivo_id = null }) => objetoOf({ switch_id, dispositivo_id }) === objetoOf(turno),
  );

/** Index of the program's start that a turn belongs to: the only one, or the last one before the turn by the clock; null = ambiguous. */
export const startIndexOf = (
  { inicios }: Pick<Programa, 'inicios'>,
  inicio: number,
  timeZone: string,
): number | null => {
  if (inicios.length === 1) return 0;
  const minutes = inicios.map((each) => (typeof each === 'string' ? minutesOf(each) : null));
  if (minutes.includes(null)) return null;
  const at = minuteOfDay(inicio, timeZone);
  const before = minutes.map((minute) => ((minute ?? 0) <= at ? (minute ?? 0) : (minute ?? 0) - DAY_MIN));
  return before.indexOf(Math.max(...before));
};

/** Index of the step that a turn belongs to; null = several steps, or none (a pump that runs with its valves). */
export const stepIndexOf = ({ pasos }: Pick<Programa, 'pasos'>, turno: Turno): number | null => {
  const objeto = objetoOf(turno);
  const steps = pasos.flatMap(({ switch_id = null, dispositivo_id = null }, n) =>
    objetoOf({ switch_id, dispositivo_id }) === objeto ? [n] : [],
  );
  return steps.length === 1 ? (steps[0] ?? null) : null;
};

const movedStart = (inicio: Programa['inicios'][number], minutes: number): Programa['inicios'][number] =>
  typeof inicio === 'string'
    ? horaOf(clamp(minutesOf(inicio) + minutes, 0, DAY_MIN - 1))
    : { ...inicio, minutos: clamp(inicio.minutos + minutes, -SUN_MIN, SUN_MIN) };

/** Moves the start and stretches the step that a turn belongs to, on all days of the program; null = ambiguous turn. */
export const rescheduled = (programa: Programa, turno: Turno, shift: Shift, timeZone: string): Reschedule | null => {
  // A turn with an exception no longer tells its start.
  if (turno.movido_de !== null) return null;
  const start = shift.move === 0 ? -1 : startIndexOf(programa, turno.inicio, timeZone);
  const step = shift.stretch === 0 ? -1 : stepIndexOf(programa, turno);
  if (start === null || step === null) return null;
  const before = programa.inicios[start];
  const after = before && movedStart(before, shift.move);
  const length = programa.pasos[step]?.duracion_s;
  // The planned duration may be a percentage of the step's; with cycle and soak it is only a part, so it is not scaled.
  const scale = length !== undefined && !programa.remojo && turno.segundos > 0 ? length / turno.segundos : 1;
  const longer = length && clamp(Math.round(length + shift.stretch * 60 * scale), LEAST_S, MOST_S);
  return {
    programa: {
      ...toSave(programa),
      inicios: programa.inicios.map((inicio, n) => (n === start && after ? after : inicio)),
      pasos: programa.pasos.map((paso, n) => (n === step && longer ? { ...paso, duracion_s: longer } : paso)),
    },
    start: before && after ? { before, after } : null,
    length: length && longer ? { before: length, after: longer } : null,
  };
};
