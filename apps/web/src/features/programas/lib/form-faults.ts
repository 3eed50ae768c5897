import { faultsOfPrograma, ProgramaSave, zodSentence } from '@acequia/contracts';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import { REQUIRED } from '../../../components/form/textos.js';
import { programaOf, type Values } from './form-values.js';

const Checked = ProgramaSave.superRefine((programa, context) => {
  for (const { campo, mensaje } of faultsOfPrograma(programa))
    context.addIssue({ code: 'custom', path: campo.split('.'), message: mensaje });
}) as z.ZodType<ProgramaSave>;

/** The program that the form describes, validated by the contract's schema; null while the form is incomplete. */
export const wholePrograma = (values: Values, empresa_id: number): ProgramaSave | null => {
  const nombre = values.nombre.trim() === '' ? '-' : values.nombre;
  return Checked.safeParse(programaOf({ ...values, nombre }, empresa_id)).data ?? null;
};

const STEP_FIELD: Readonly<Record<string, string>> = {
  duracion_s: 'minutos',
  volumen_m3: 'm3',
  switch_id: 'objeto',
  dispositivo_id: 'objeto',
};

const ET0_FIELD: Readonly<Record<string, string>> = {
  et0_mm: 'et0_mm',
  referencia_mm: 'et0_referencia',
  minimo: 'et0_minimo',
};

type Field = FieldPath<Values>;

/** The form field that shows an issue of the contract's schema. */
export const fieldOf = (path: readonly PropertyKey[]): Field => nameOf(path) as Field;

const nameOf = (path: readonly PropertyKey[]): string => {
  const [first, second, third, fourth] = path.map(String);
  if (first === 'pasos' && third === 'hasta') return `pasos.${second}.${fourth === 'humedad' ? 'humedad' : 'suelo'}`;
  if (first === 'pasos' && second !== undefined) return `pasos.${second}.${STEP_FIELD[third ?? ''] ?? 'objeto'}`;
  if (first === 'inicios' && second !== undefined) return `inicios.${second}.${third ?? 'hora'}`;
  if (first === 'omitir' && second !== undefined) return `omitir.${second}.${third ?? 'valor'}`;
  if (first === 'porcentajes') return `porcentajes.${second ?? '0'}.valor`;
  if (first === 'temporada') return second === 'hasta' ? 'temporada_hasta.dia' : 'temporada_desde.dia';
  if (first === 'dias') return second === 'cada' || second === 'desde' ? second : 'semana';
  if (first === 'ventana') return second === 'hasta' ? 'ventana_hasta' : 'ventana_desde';
  if (first === 'remojo') return second === 'pausa_s' ? 'remojo_pausa_min' : 'remojo_max_min';
  if (first === 'limite') return second === 'caudal_m3h' ? 'caudal' : 'valvulas';
  if (first === 'ajuste_et0') return ET0_FIELD[second ?? ''] ?? 'et0_switch';
  return first ?? 'nombre';
};

const isEmpty = (values: Values, field: string): boolean => {
  const value = field.split('.').reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], values);
  return value === null || value === '';
};

/** The form's errors, one per field. */
export const faultsOf = (values: Values, empresa_id: number): { field: Field; message: string }[] => {
  const { error } = Checked.safeParse(programaOf(values, empresa_id), { error: zodSentence });
  const faults = new Map<Field, string>();
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOf(path);
    if (!faults.has(field)) faults.set(field, isEmpty(values, field) ? REQUIRED : message);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
};
