import type { CausaFallo, PlanSinTomar, TurnosFallidos } from '@acequia/contracts';
import { dayIn } from '@acequia/service-kit';
import { hourIn } from '../clock/hours.js';
import { decimal } from '../decimal.js';
import type { Field } from '../field/field.js';
import type { Board } from '../field/things.js';
import type { AlarmTarget } from '../subject.js';
import { type Finding, NO, type Question, UNKNOWN } from './condition.js';
import { boardTexts, turnTexts as texts } from './textos.js';

/** Most valves that an alarm names. */
const NAMED = 4;
const HOUR_MS = 3_600_000;

const nameOf = (field: Field, switch_id: number): string => {
  const wired = field.switches.get(switch_id);
  return wired ? `${wired.zona} - ${wired.nombre}` : texts.deleted;
};

const momentOf = (field: Field, at: number, now: number): string => {
  const zone = field.company.zona_horaria;
  const day = dayIn(zone, at);
  return texts.moment(hourIn(zone, at), day === dayIn(zone, now) ? null : day);
};

/** What failed, after where its cause is: a site, a board, a pump; else the valves say it. */
const placeOf = (field: Field, { causa, sitio, placa_id, switch_id }: TurnosFallidos, text: string): string => {
  if (sitio !== null) return `${sitio}: ${text}`;
  if (causa === 'bomba' && switch_id !== null) return `${nameOf(field, switch_id)}: ${text}`;
  const board = switch_id === null && placa_id !== null ? field.boards.get(placa_id) : undefined;
  const where = board && boardTexts.name(board.nombre, board.numero, board.sitio);
  return where === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${where}: ${text}`;
};

const WATER: readonly CausaFallo[] = ['sin_agua', 'poca_agua', 'mucha_agua'];

const failedText = (failed: TurnosFallidos, { field, now }: Question): string => {
  const { causa, turnos, switches, dispositivos, desde, motivo, m3_medidos, m3_esperados } = failed;
  const names = [
    ...switches.map((id) => nameOf(field, id)),
    ...dispositivos.map((id) => field.devices.get(id)?.nombre ?? texts.deleted),
  ];
  const list = texts.names(names.slice(0, NAMED), names.length - NAMED);
  const since = momentOf(field, desde, now);
  const water = { m3: decimal(m3_medidos ?? 0), expected: m3_esperados === null ? null : decimal(m3_esperados) };
  const why = WATER.includes(causa) ? texts.water(water) : texts.why(causa, motivo);
  const text = texts.failed(causa, turnos, since, list, why);
  return placeOf(field, failed, text);
};

/** Turns that failed by one cause. */
export const failedCondition = (clave: string, question: Question): Finding => {
  const failed = question.field.failed.get(clave);
  if (failed === undefined) return UNKNOWN;
  return failed === null ? NO : { holds: true, text: failedText(failed, question) };
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

export const untakenCondition = ({ placa_id, ...board }: Board, { field, now, rule }: Question): Finding => {
  if (field.untaken === undefined) return UNKNOWN;
  const untaken: PlanSinTomar | undefined = field.untaken.get(placa_id);
  if (!untaken || untaken.inicio <= now || untaken.inicio - now > rule.umbral * HOUR_MS) return NO;
  const name = boardTexts.name(board.nombre, board.numero, board.sitio);
  const at = momentOf(field, untaken.inicio, now);
  return { holds: true, text: texts.untaken(name, at, nameOf(field, untaken.switch_id), untaken.turnos) };
};
