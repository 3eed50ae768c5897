import type { AvisoDatos, DatosDeAviso, TipoAviso } from '@acequia/contracts';
import type { Field } from '../field/field.js';
import type { Holds } from '../avisos/machine.js';
import type { Rule } from './rules.js';

/** Input of a condition. */
export interface Question {
  field: Field;
  rule: Rule;
  now: number;
  /** Whether its alarm is open: with hysteresis the end differs from the beginning. */
  open: boolean;
}

/** Result of a condition. */
export interface Finding<Datos extends AvisoDatos = AvisoDatos> {
  holds: Holds;
  /** When the condition began, if known, ms. */
  began?: number;
  /** What its alarm says: with holds = true, unless only an open alarm stays open. */
  datos?: Datos;
}
export type FindingOf<Tipo extends TipoAviso> = Finding<DatosDeAviso[Tipo]>;

export const UNKNOWN: Finding<never> = { holds: null };
export const NO: Finding<never> = { holds: false };

/** Whether a value is past its limit; once it is, it must return by the hysteresis. */
export const above = (value: number, { rule, open }: Question): boolean =>
  value > (open ? rule.umbral - rule.histeresis : rule.umbral);
export const below = (value: number, { rule, open }: Question): boolean =>
  value < (open ? rule.umbral + rule.histeresis : rule.umbral);
