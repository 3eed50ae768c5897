import type { AvisoDatos, AvisoTarget, DatosDeAviso, TipoAviso, TipoAvisoOf } from '@acequia/contracts';
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

/** A condition on one thing. It begins with `news` of its own objects only, or with `time`: also as time passes, with news of another thing, or with the answer of another service. */
export interface Condition<Thing, Datos extends AvisoDatos> {
  begins: 'news' | 'time';
  ask: (thing: Thing, question: Question) => Finding<Datos>;
}

/** The conditions on all things of a kind. */
export type Conditions<Objeto extends AvisoTarget, Thing> = {
  [Tipo in TipoAvisoOf<Objeto>]: Condition<Thing, DatosDeAviso[Tipo]>;
};

export const UNKNOWN: Finding<never> = { holds: null };
export const NO: Finding<never> = { holds: false };

/** Whether a value is past its limit; once it is, it must return by the hysteresis. */
export const above = (value: number, { rule, open }: Question): boolean =>
  value > (open ? rule.umbral - rule.histeresis : rule.umbral);
export const below = (value: number, { rule, open }: Question): boolean =>
  value < (open ? rule.umbral + rule.histeresis : rule.umbral);
