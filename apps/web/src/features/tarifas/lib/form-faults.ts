import { faultOfReglas, TarifasSave, zodSentence } from '@acequia/contracts';
import type { FieldPath } from 'react-hook-form';
import { REQUIRED } from '../../../components/form/textos.js';
import { texts } from '../textos.js';
import { readableRules, versionOf, type Values } from './form-values.js';

type Field = FieldPath<Values>;
export interface Fault {
  /** null = of the whole form. */
  field: Field | null;
  message: string;
}

/** The form's field of a path in the request, without the place of its version. */
export const fieldOf = (campo: string): string =>
  campo.replace(/^versiones\.\d+\./, '').replace(/^(festivos)\..*/, '$1');

const PERIODO = /^periodos\.\d+\.(nombre|precio|demanda_kw)$/;
const REGLA = /^reglas\.\d+\.(dias|desde|hasta|temporada\.(desde|hasta))$/;

const shownAt = (field: string): Field | null =>
  field === 'desde' || field === 'festivos' || PERIODO.test(field) || REGLA.test(field) ? (field as Field) : null;

/** The contract's sentence, or another where it speaks of dates as programs write them. */
const sentenceOf = (field: string, message: string, isEmpty: boolean): string => {
  if (isEmpty) return REQUIRED;
  if (field.includes('temporada')) return texts.errors.dayMonth;
  if (field === 'festivos') return texts.errors.festivos;
  if (field.endsWith('.demanda_kw')) return texts.errors.demanda;
  return field.endsWith('.precio') ? texts.errors.precio : message;
};

const valueAt = (values: Values, field: string): unknown =>
  field.split('.').reduce<unknown>((from, key) => (from as Record<string, unknown> | undefined)?.[key], values);

/** Which hours the rules, as they can be read by now, give no period or two; null = none. */
export const coverageFault = ({ periodos, reglas }: Pick<Values, 'periodos' | 'reglas'>): string | null => {
  const named = periodos.map(({ clave }) => ({ nombre: clave, precio: 0 }));
  return faultOfReglas({ periodos: named, reglas: readableRules(reglas) })?.mensaje ?? null;
};

/** What keeps a version from being saved, one fault per field. `others`: the days from which the company's other versions hold. */
export const faultsOf = (values: Values, others: readonly string[]): Fault[] => {
  const { error } = TarifasSave.safeParse({ versiones: [versionOf(values)] }, { error: zodSentence });
  const faults = new Map<Field | null, string>();
  // A rule's period is one of the list: only its name can be at fault.
  const issues = (error?.issues ?? []).filter(({ path }) => path.at(-1) !== 'periodo');
  for (const { path, message } of issues) {
    const field = shownAt(fieldOf(path.join('.')));
    const value = field === null ? undefined : valueAt(values, field);
    if (!faults.has(field))
      faults.set(field, field === null ? message : sentenceOf(field, message, value === '' || value === null));
  }
  if (others.includes(values.desde)) faults.set('desde', texts.errors.sameDay);
  return [...faults].map(([field, message]) => ({ field, message }));
};
