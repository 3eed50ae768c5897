import { faultsOfPrograma, ProgramaSave, type Programa } from '@acequia/contracts';
import { z } from 'zod';
import { REQUIRED } from '../../../components/form/textos.js';

export type Dia = 'lun' | 'mar' | 'mie' | 'jue' | 'vie' | 'sab' | 'dom';

export interface StartValue {
  cuando: 'hora' | 'salida' | 'puesta';
  hora: string;
  minutos: number | null;
}

export interface StepValue {
  /** `s<switch>` or `d<dispositivo>`; '' = not chosen yet. */
  objeto: string;
  minutos: number | null;
  junto: boolean;
}

/** What the form holds. An emptied number is none. */
export interface Values {
  nombre: string;
  activo: 0 | 1;
  modo: 'semana' | 'cada' | 'paridad';
  semana: Dia[];
  cada: number | null;
  desde: string;
  paridad: 'par' | 'impar';
  inicios: StartValue[];
  pasos: StepValue[];
  pausa_s: number | null;
  ventana_desde: string;
  ventana_hasta: string;
  remojo_max_min: number | null;
  remojo_pausa_min: number | null;
  valvulas: number | null;
  caudal: number | null;
  sin_conexion: 'regar' | 'no_regar';
  tarde_max_min: number | null;
  version: number | undefined;
}

const minutesOf = (segundos: number | undefined): number | null => (segundos === undefined ? null : segundos / 60);

const startOf = (inicio: Programa['inicios'][number]): StartValue =>
  typeof inicio === 'string'
    ? { cuando: 'hora', hora: inicio, minutos: 0 }
    : { cuando: inicio.sol, hora: '06:00', minutos: inicio.minutos };

const stepOf = ({
  switch_id,
  dispositivo_id,
  duracion_s,
  junto_con_anterior,
}: Programa['pasos'][number]): StepValue => ({
  objeto: switch_id === undefined ? `d${dispositivo_id}` : `s${switch_id}`,
  minutos: duracion_s / 60,
  junto: junto_con_anterior === 1,
});

export const newStart = (): StartValue => ({ cuando: 'hora', hora: '05:00', minutos: 0 });
export const newStep = (): StepValue => ({ objeto: '', minutos: 15, junto: false });

/** `today` YYYY-MM-DD. */
export const valuesOf = (one: Programa | null, today: string): Values => {
  const dias = one?.dias ?? (['lun', 'mie', 'vie'] as Dia[]);
  return {
    nombre: one?.nombre ?? '',
    activo: one?.activo ?? 1,
    modo: Array.isArray(dias) ? 'semana' : 'cada' in dias ? 'cada' : 'paridad',
    semana: Array.isArray(dias) ? [...dias] : ['lun', 'mie', 'vie'],
    cada: 'cada' in dias ? dias.cada : 2,
    desde: 'cada' in dias ? dias.desde : today,
    paridad: 'paridad' in dias ? dias.paridad : 'par',
    inicios: one ? one.inicios.map(startOf) : [newStart()],
    pasos: one ? one.pasos.map(stepOf) : [newStep()],
    pausa_s: one?.pausa_s ?? null,
    ventana_desde: one?.ventana?.desde ?? '',
    ventana_hasta: one?.ventana?.hasta ?? '',
    remojo_max_min: minutesOf(one?.remojo?.max_s),
    remojo_pausa_min: minutesOf(one?.remojo?.pausa_s),
    valvulas: one?.limite?.valvulas ?? null,
    caudal: one?.limite?.caudal_m3h ?? null,
    sin_conexion: one?.sin_conexion ?? 'regar',
    tarde_max_min: one?.tarde_max_min ?? null,
    version: one?.version,
  };
};

const secondsOf = (minutos: number | null): number => Math.round((minutos ?? 0) * 60);

/** As the contract has it; what the form does not show of a stored program stays as it is. */
export const programaOf = (values: Values, one: Programa | null, empresa_id: number): unknown => ({
  empresa_id,
  nombre: values.nombre,
  activo: values.activo,
  dias:
    values.modo === 'semana'
      ? values.semana
      : values.modo === 'cada'
        ? { cada: values.cada, desde: values.desde }
        : { paridad: values.paridad },
  inicios: values.inicios.map(({ cuando, hora, minutos }) =>
    cuando === 'hora' ? hora : { sol: cuando, minutos: minutos ?? 0 },
  ),
  pasos: values.pasos.map(({ objeto, minutos, junto }, n) => ({
    ...(objeto.startsWith('d') ? { dispositivo_id: Number(objeto.slice(1)) } : { switch_id: Number(objeto.slice(1)) }),
    duracion_s: secondsOf(minutos),
    junto_con_anterior: junto && n > 0 ? 1 : 0,
  })),
  ...(one?.porcentajes && { porcentajes: one.porcentajes }),
  ...(one?.temporada && { temporada: one.temporada }),
  ...(one?.omitir && { omitir: one.omitir }),
  ...((values.ventana_desde !== '' || values.ventana_hasta !== '') && {
    ventana: { desde: values.ventana_desde, hasta: values.ventana_hasta },
  }),
  ...(values.pausa_s !== null && { pausa_s: values.pausa_s }),
  ...((values.remojo_max_min !== null || values.remojo_pausa_min !== null) && {
    remojo: { max_s: secondsOf(values.remojo_max_min), pausa_s: secondsOf(values.remojo_pausa_min) },
  }),
  ...((values.valvulas !== null || values.caudal !== null) && {
    limite: {
      ...(values.valvulas !== null && { valvulas: values.valvulas }),
      ...(values.caudal !== null && { caudal_m3h: values.caudal }),
    },
  }),
  sin_conexion: values.sin_conexion,
  ...(values.tarde_max_min !== null && { tarde_max_min: values.tarde_max_min }),
  ...(values.version !== undefined && { version: values.version }),
});

const Checked = ProgramaSave.superRefine((programa, context) => {
  for (const { campo, mensaje } of faultsOfPrograma(programa))
    context.addIssue({ code: 'custom', path: campo.split('.'), message: mensaje });
}) as z.ZodType<ProgramaSave>;

/** The program that the form describes, by the contract's rules; null while it is not whole. */
export const wholePrograma = (values: Values, one: Programa | null, empresa_id: number): ProgramaSave | null => {
  const nombre = values.nombre.trim() === '' ? '-' : values.nombre;
  return Checked.safeParse(programaOf({ ...values, nombre }, one, empresa_id)).data ?? null;
};

const FIELD: Readonly<Record<string, string>> = {
  duracion_s: 'minutos',
  switch_id: 'objeto',
  dispositivo_id: 'objeto',
};

/** Where the form shows what the contract says of a program. */
export const fieldOf = (path: readonly PropertyKey[]): string => {
  const [first, second, third] = path.map(String);
  if (first === 'pasos' && second !== undefined) return `pasos.${second}.${FIELD[third ?? ''] ?? 'objeto'}`;
  if (first === 'inicios' && second !== undefined) return `inicios.${second}.${third ?? 'hora'}`;
  if (first === 'dias') return second === 'cada' || second === 'desde' ? second : 'semana';
  if (first === 'ventana') return second === 'hasta' ? 'ventana_hasta' : 'ventana_desde';
  if (first === 'remojo') return second === 'pausa_s' ? 'remojo_pausa_min' : 'remojo_max_min';
  if (first === 'limite') return second === 'caudal_m3h' ? 'caudal' : 'valvulas';
  return first ?? 'nombre';
};

const isEmpty = (values: Values, field: string): boolean => {
  const value = field.split('.').reduce<unknown>((from, key) => (from as Record<string, unknown>)[key], values);
  return value === null || value === '';
};

/** What is wrong with the form, each beside its field. */
export const faultsOf = (
  values: Values,
  one: Programa | null,
  empresa_id: number,
): { field: string; message: string }[] => {
  const { error } = Checked.safeParse(programaOf(values, one, empresa_id));
  return (
    error?.issues.map(({ path, message }) => {
      const field = fieldOf(path);
      return { field, message: isEmpty(values, field) ? REQUIRED : message };
    }) ?? []
  );
};
