import type { DatosDeAviso, LugarDeFallo, NombreDeSwitch, PlanSinTomar, TurnosFallidos } from '@acequia/contracts';
import { dayIn } from '@acequia/service-kit';
import { hourIn } from '../clock/hours.js';
import type { Field } from '../field/field.js';
import type { Board } from '../field/things.js';
import type { AlarmTarget } from '../subject.js';
import { type FindingOf, NO, type Question, UNKNOWN } from './condition.js';
import { boardName, switchName } from './names.js';

/** Most valves that an alarm names. */
const NAMED = 4;
const HOUR_MS = 3_600_000;

const nameOf = (field: Field, switch_id: number): NombreDeSwitch | null => {
  const wired = field.switches.get(switch_id);
  return wired ? switchName(wired) : null;
};

export const momentOf = (field: Field, at: number, now: number): { hora: string; dia: string | null } => {
  const zone = field.company.zona_horaria;
  const day = dayIn(zone, at);
  return { hora: hourIn(zone, at), dia: day === dayIn(zone, now) ? null : day };
};

/** Where its cause is: a site, a board, a pump; else the valves say it. */
const placeOf = (field: Field, { causa, sitio, placa_id, switch_id }: TurnosFallidos): LugarDeFallo => {
  if (sitio !== null) return { sitio };
  if (causa === 'bomba' && switch_id !== null) return { switch: nameOf(field, switch_id) };
  const board = switch_id === null && placa_id !== null ? field.boards.get(placa_id) : undefined;
  return board ? { placa: boardName(board) } : null;
};

const datosOf = (failed: TurnosFallidos, { field, now }: Question): DatosDeAviso['turno_fallido'] => {
  const { causa, turnos, switches, dispositivos, desde, motivo, m3_medidos, m3_esperados } = failed;
  const things = [
    ...switches.map((id) => nameOf(field, id)),
    ...dispositivos.map((id) => field.devices.get(id)?.nombre ?? null),
  ];
  return {
    causa,
    turnos,
    motivo,
    sin_nombres: true,
    m3_medidos,
    m3_esperados,
    lugar: placeOf(field, failed),
    desde: momentOf(field, desde, now),
    cosas: things.slice(0, NAMED),
    otras: Math.max(0, things.length - NAMED),
  };
};

/** Turns that failed by one cause. */
export const failedCondition = (clave: string, question: Question): FindingOf<'turno_fallido'> => {
  const failed = question.field.failed.get(clave);
  if (failed === undefined) return UNKNOWN;
  return failed === null ? NO : { holds: true, datos: datosOf(failed, question) };
};

/** What its alarm is about. */
export const targetOf = (failed: TurnosFallidos | null | undefined): AlarmTarget => ({
  placa_id: failed?.placa_id ?? null,
  switch_id: failed?.switch_id ?? null,
  dispositivo_id: failed?.dispositivo_id ?? null,
  punto_id: null,
  sitio: failed?.sitio ?? null,
});

/** Puts what automation answered of a company into its field. Returns whether there are causes that it did not know. */
export const noteFailed = (field: Field, failed: readonly TurnosFallidos[]): boolean => {
  const found = new Map(failed.map((one) => [one.clave, one]));
  let isNew = false;
  for (const clave of field.failed.keys()) if (!found.has(clave)) field.failed.set(clave, null);
  for (const [clave, one] of found) {
    isNew ||= field.failed.get(clave) === undefined;
    field.failed.set(clave, one);
  }
  return isNew;
};

export const untakenCondition = (board: Board, { field, now, rule }: Question): FindingOf<'plan_sin_tomar'> => {
  if (field.untaken === undefined) return UNKNOWN;
  const untaken: PlanSinTomar | undefined = field.untaken.get(board.placa_id);
  if (!untaken || untaken.inicio <= now || untaken.inicio - now > rule.umbral * HOUR_MS) return NO;
  const { inicio, switch_id, turnos } = untaken;
  const primero = momentOf(field, inicio, now);
  return { holds: true, datos: { placa: boardName(board), primero, switch: nameOf(field, switch_id), turnos } };
};

/** Of all that acted on a board: its alarm follows as others join, and ends with the last. */
export const protectedCondition = (board: Board, { field, now }: Question): FindingOf<'proteccion_actuo'> => {
  if (field.tripped === undefined) return UNKNOWN;
  const tripped = field.tripped.get(board.placa_id) ?? [];
  if (tripped.length === 0) return NO;
  const protecciones = tripped.map(({ nombre, desde, switches, caudal }) => ({
    nombre,
    desde: desde === null ? null : momentOf(field, desde, now),
    switches: switches.flatMap((id) => nameOf(field, id) ?? []),
    ...(caudal && { caudal }),
  }));
  return { holds: true, datos: { placa: boardName(board), protecciones } };
};
