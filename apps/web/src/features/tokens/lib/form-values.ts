import { PERMISOS, type Permiso, type TokenSave } from '@acequia/contracts';
import { z } from 'zod';
import { instantOf } from '../../../lib/time/zone.js';
import { texts } from '../textos.js';

const DAY_MS = 86_400_000;
const MAX_MIN = 1_440;

export interface Values extends Record<Permiso, number> {
  nombre: string;
  /** An admin_global's choice; others have one company. */
  empresas: number[];
  max_min: number | null;
  /** Separated by commas; '' = all. */
  sitios: string;
  /** The last day, YYYY-MM-DD in the company's zone. */
  vence: string;
}

/** Of a new token: it reads, for a year. */
export const freshOf = (empresaId: number, now: number): Values => ({
  nombre: '',
  empresas: [empresaId],
  leer: 1,
  operar: 0,
  medir: 0,
  administrar: 0,
  max_min: null,
  sitios: '',
  vence: new Date(now + 365 * DAY_MS).toISOString().slice(0, 10),
});

export const chosenOf = (values: Record<Permiso, number>): Permiso[] => PERMISOS.filter((one) => values[one] === 1);

export const sitiosOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

const flag = z.number();
export const ValidToken: z.ZodType<Values> = z
  .object({
    nombre: z.string().trim().min(1),
    empresas: z.array(z.number()).min(1, texts.noEmpresa),
    leer: flag,
    operar: flag,
    medir: flag,
    administrar: flag,
    max_min: z.number(texts.badMax).int(texts.badMax).min(1, texts.badMax).max(MAX_MIN, texts.badMax).nullable(),
    sitios: z.string(),
    vence: z.string().min(1),
  })
  .refine((values) => chosenOf(values).length > 0, { message: texts.noPermiso, path: ['leer'] })
  .refine((values) => sitiosOf(values.sitios).length === 0 || !(values.medir || values.administrar), {
    message: texts.sitiosClash,
    path: ['sitios'],
  });

/** The end of a day in a zone, ms; null = no day. */
export const endOfDay = (day: string, timeZone: string): number | null => {
  const next = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(next.getTime())) return null;
  next.setUTCDate(next.getUTCDate() + 1);
  return instantOf(`${next.toISOString().slice(0, 10)}T00:00`, timeZone);
};

export const bodyOf = (values: Values, vence: number): TokenSave => {
  const permisos = chosenOf(values);
  const sitios = sitiosOf(values.sitios);
  const [only = null, ...others] = values.empresas;
  return {
    nombre: values.nombre,
    ...(others.length > 0 ? { empresa_id: null, empresas: values.empresas } : { empresa_id: only }),
    permisos,
    sitios: sitios.length > 0 ? sitios : null,
    max_s: values.max_min !== null && permisos.includes('operar') ? values.max_min * 60 : null,
    vence,
  };
};
