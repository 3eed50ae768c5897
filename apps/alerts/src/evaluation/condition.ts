import type { Field } from '../field/field.js';
import type { Verdict } from './machine.js';
import type { Rule } from './rules.js';

/** What a condition is asked with. */
export interface Question {
  field: Field;
  rule: Rule;
  now: number;
  /** Its alarm is open: where it ends may lie elsewhere than where it begins. */
  open: boolean;
}

/** What a condition finds. `text` in Spanish: what, and where. */
export interface Finding {
  verdict: Verdict;
  /** When it began, where that is known, ms. */
  began?: number;
  text?: string;
}

export const UNKNOWN: Finding = { verdict: null };
export const NO: Finding = { verdict: false };

/** A value past its limit: once it is, it must come back by so much. */
export const above = (value: number, { rule, open }: Question): boolean =>
  value > (open ? rule.umbral - rule.histeresis : rule.umbral);
export const below = (value: number, { rule, open }: Question): boolean =>
  value < (open ? rule.umbral + rule.histeresis : rule.umbral);

const numero = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1, useGrouping: false });
export const decimal = (value: number): string => numero.format(value);
