import type { Programa, ProgramaSave, Turno } from '@acequia/contracts';
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

/** Index of the program's start that a turn belongs to: the only one, or the last one before the turn by the clock; null = ambiguous. */
export const startIndexOf = ({ inicios }: Pick<Programa, 'inicios'>, inicio: number, zona: string): number | null => {
  if (inicios.length === 1) return 0;
  const minutes = inicios.map((each) => (typeof each === 'string' ? minutesOf(each) : null));
  if (minutes.includes(null)) return null;
  const at = minuteOfDay(inicio, zona);
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
export const rescheduled = (programa: Programa, turno: Turno, shift: Shift, zona: string): Reschedule | null => {
  const { pausado: _p, proximo: _n, vias: _v, pendiente: _q, ...save } = programa;
  const start = shift.move === 0 ? -1 : startIndexOf(programa, turno.inicio, zona);
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
      ...save,
      inicios: programa.inicios.map((inicio, n) => (n === start && after ? after : inicio)),
      pasos: programa.pasos.map((paso, n) => (n === step && longer ? { ...paso, duracion_s: longer } : paso)),
    },
    start: before && after ? { before, after } : null,
    length: length && longer ? { before: length, after: longer } : null,
  };
};
