import { faultsOfRegla, ReglaClimaSave, TIPOS_THAT_CHOOSE_SILENCE, zodSentence } from '@acequia/contracts';
import type { FieldPath } from 'react-hook-form';
import { REQUIRED } from '../../../components/form/textos.js';
import { reglaOf, type Values } from './form-values.js';

/** Fields of the form that are named otherwise in the contract. */
const NAMES: Readonly<Record<string, string>> = {
  sensor_switch_id: 'fuente',
  punto_id: 'fuente',
  min_encendido_s: 'min_encendido_min',
  min_apagado_s: 'min_apagado_min',
  persona_s: 'persona_min',
  edad_max_s: 'edad_max_min',
};

type Field = FieldPath<Values>;

/** The form field that shows an issue of the contract's schema. */
export const fieldOf = (path: readonly PropertyKey[]): Field => nameOf(path) as Field;

const nameOf = (path: readonly PropertyKey[]): string => {
  const [first, second, third] = path.map(String);
  if (first === 'etapas' && second !== undefined) return `etapas.${second}.${third ?? 'switch_id'}`;
  if (first === 'horario') return second === 'hasta' ? 'horario_hasta' : 'horario_desde';
  return NAMES[first ?? ''] ?? first ?? 'nombre';
};

const isEmpty = (values: Values, field: string): boolean => {
  const value = field.split('.').reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], values);
  return value === null || value === '';
};

/**
 * The form's errors, one per field. `tipoOf` returns a switch's type: for a motor, turbina or cooler a person must choose the behaviour
 * while the sensor is silent; there is no default.
 */
export const faultsOf = (
  values: Values,
  empresa_id: number,
  tipoOf: (switchId: string) => string | undefined,
): { field: Field; message: string }[] => {
  const faults = new Map<Field, string>();
  const add = (field: Field, message: string) => {
    if (!faults.has(field)) faults.set(field, isEmpty(values, field) ? REQUIRED : message);
  };
  const { data, error } = ReglaClimaSave.safeParse(reglaOf(values, empresa_id), { error: zodSentence });
  for (const { path, message } of error?.issues ?? []) add(fieldOf(path), message);
  if (data) for (const { campo, mensaje } of faultsOfRegla(data)) add(fieldOf(campo.split('.')), mensaje);
  if (values.fuente === '') add('fuente', REQUIRED);
  values.etapas.forEach(({ switch_id, si_calla }, n) => {
    if (si_calla === '' && TIPOS_THAT_CHOOSE_SILENCE.has(tipoOf(switch_id) ?? ''))
      add(`etapas.${n}.si_calla`, REQUIRED);
  });
  return [...faults].map(([field, message]) => ({ field, message }));
};
