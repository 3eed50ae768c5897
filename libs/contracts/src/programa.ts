import { z } from 'zod';
import { Flag, FlagOutput, Fecha, Id, Milliseconds, requiredText, Version } from './common.js';
import { WEEK_DAYS, PROGRAMA_LIMITS } from './programa-limites.js';
import type { Detail } from './errors.js';

const { STEPS, INICIOS, DURATION_S, CONDITIONS, SUN_CHANGE_MIN } = PROGRAMA_LIMITS;

/** Time of day, HH:MM, 00:00 to 23:59. */
export const Hora = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora debe tener la forma HH:MM')
  .meta({ example: '05:00' });

const MesDia = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'La fecha debe tener la forma MM-DD')
  // 2024 has a 29 February. Of what is no date at all toJSON makes null, where toISOString throws.
  .refine((text) => new Date(`2024-${text}T00:00:00Z`).toJSON()?.includes(text) ?? false, 'La fecha no existe');

/** Which days: of the week, every n days counted from a date, or those of the month that are even or odd. */
export const DiasPrograma = z.union([
  z.array(z.enum(WEEK_DAYS)).min(1).max(7),
  z.object({ cada: z.number().int().min(1).max(366), desde: Fecha }),
  z.object({ paridad: z.enum(['par', 'impar']) }),
]);
export type DiasPrograma = z.infer<typeof DiasPrograma>;

/** When on such a day: a fixed time, or sunrise or sunset of the company's place, minutes before (−) or after. */
export const ProgramaStart = z.union([
  Hora,
  z.object({
    sol: z.enum(['salida', 'puesta']),
    minutos: z.number().int().min(-SUN_CHANGE_MIN).max(SUN_CHANGE_MIN).default(0),
  }),
]);
export type ProgramaStart = z.infer<typeof ProgramaStart>;

/** One of switch_id and dispositivo_id. `junto_con_anterior`: it starts with the step before instead of after it. */
export const PasoPrograma = z
  .object({
    switch_id: Id.optional(),
    dispositivo_id: Id.optional(),
    duracion_s: z.number().int().min(1).max(DURATION_S),
    junto_con_anterior: Flag.optional(),
  })
  .refine((paso) => (paso.switch_id === undefined) !== (paso.dispositivo_id === undefined), {
    message: 'Elige un switch o un dispositivo',
    path: ['switch_id'],
  })
  .meta({ example: { switch_id: 7, duracion_s: 600 } });
export type PasoPrograma = z.infer<typeof PasoPrograma>;

export const CONDITION_TIPOS = [
  'humedad_mayor',
  'humedad_menor',
  'temperatura_mayor',
  'temperatura_menor',
  'helada',
] as const;

/**
 * Looked at before each start: the sensor of a switch past `valor` (°C or %; `helada`: at or below it) skips the turn, or
 * with `reducir_a` (%) shortens it.
 */
export const SkipCondition = z.object({
  tipo: z.enum(CONDITION_TIPOS),
  /** Whose sensor is read. */
  switch_id: Id,
  valor: z.number().min(-60).max(150),
  reducir_a: z.number().int().min(1).max(99).optional(),
});
export type SkipCondition = z.infer<typeof SkipCondition>;

/**
 * Waters less when the plants needed less: each turn runs ET0 / `referencia_mm` of its duration, never more than all of it.
 * ET0 of yesterday, from the extremes of a sensor and the company's latitude, or as a person enters it.
 */
export const Et0Adjustment = z
  .object({
    /** Whose sensor is read; one of this and `et0_mm`. */
    switch_id: Id.optional(),
    et0_mm: z.number().min(0).max(20).optional(),
    /** ET0 of a day for which the durations are right. */
    referencia_mm: z.number().min(0.5).max(20),
    /** Never less than this, %. */
    minimo: z.number().int().min(0).max(100).default(0),
  })
  .refine(({ switch_id, et0_mm }) => (switch_id === undefined) !== (et0_mm === undefined), {
    message: 'Elige un sensor o escribe la ET0',
    path: ['switch_id'],
  });
export type Et0Adjustment = z.infer<typeof Et0Adjustment>;

/** A program's own part, as a person writes it. Times are of the company's zone. */
const definicion = {
  nombre: requiredText(120),
  activo: Flag.default(1),
  dias: DiasPrograma,
  inicios: z.array(ProgramaStart).min(1).max(INICIOS),
  pasos: z.array(PasoPrograma).min(1).max(STEPS),
  /** Of each duration, January first. */
  porcentajes: z.array(z.number().min(0).max(300)).length(12).optional(),
  /** First and last day, both included; it may go over the end of the year. */
  temporada: z.object({ desde: MesDia, hasta: MesDia }).optional(),
  /** All of it happens in here; past midnight when `hasta` is not after `desde`. */
  ventana: z.object({ desde: Hora, hasta: Hora }).optional(),
  /** Between one group of steps and the next. */
  pausa_s: z.number().int().min(0).max(DURATION_S).optional(),
  /** Cycle and soak: no valve is open longer than `max_s` in one go, nor again before it has rested `pausa_s`. */
  remojo: z
    .object({ max_s: z.number().int().min(30).max(DURATION_S), pausa_s: z.number().int().min(1).max(DURATION_S) })
    .optional(),
  /** At the same time: a group that is larger is split. */
  limite: z
    .object({
      valvulas: z.number().int().min(1).max(STEPS).optional(),
      caudal_m3h: z.number().positive().max(100_000).optional(),
    })
    .optional(),
  omitir: z.array(SkipCondition).max(CONDITIONS).optional(),
  ajuste_et0: Et0Adjustment.optional(),
  /** What its board does while it has no link. */
  sin_conexion: z.enum(['regar', 'no_regar']).default('regar'),
  /** A start that was missed is made up for so many minutes, then never. */
  tarde_max_min: z.number().int().min(0).max(240).optional(),
};

/** Body of POST and PUT /programas. */
export const ProgramaSave = z.object({ empresa_id: Id, ...definicion, version: Version.optional() });
export type ProgramaSave = z.infer<typeof ProgramaSave>;

/** Body of POST /programas/vista-previa: a program as it would be saved; `id` = the stored one that it replaces. */
export const ProgramaTryOut = ProgramaSave.extend({ id: Id.optional() });

/** Who turns the switch on and off: its board by its own clock, or the service through the command ledger. */
export const ViaTurno = z.enum(['placa', 'servicio']);
export type ViaTurno = z.infer<typeof ViaTurno>;

export const Programa = z.object({
  id: Id,
  empresa_id: Id,
  ...definicion,
  activo: FlagOutput,
  /** Paused by a person: nothing starts until it is resumed. */
  pausado: FlagOutput,
  /** Start of its next turn, ms; null = none in sight. */
  proximo: Milliseconds.nullable(),
  /** How its steps run, each way once. */
  vias: z.array(ViaTurno),
  /** 1 while a board has not taken its newest agenda yet. */
  pendiente: FlagOutput,
  version: Version,
});
export type Programa = z.infer<typeof Programa>;

/** What is wrong with a program beyond its form; nothing when it can be saved. For the form and for the server. */
export const faultsOfPrograma = (programa: Pick<ProgramaSave, 'pasos' | 'ventana'>): Detail[] => {
  const faults: Detail[] = [];
  if (programa.pasos[0]?.junto_con_anterior === 1)
    faults.push({ campo: 'pasos.0.junto_con_anterior', mensaje: 'El primer paso no tiene uno anterior' });
  let interlockGroup = new Set<string>();
  programa.pasos.forEach((paso, n) => {
    if (paso.junto_con_anterior !== 1) interlockGroup = new Set();
    const objeto = paso.switch_id === undefined ? `d${paso.dispositivo_id}` : `s${paso.switch_id}`;
    if (interlockGroup.has(objeto))
      faults.push({ campo: `pasos.${n}.switch_id`, mensaje: 'Está dos veces en el mismo grupo' });
    interlockGroup.add(objeto);
  });
  if (programa.ventana && programa.ventana.desde === programa.ventana.hasta)
    faults.push({ campo: 'ventana.hasta', mensaje: 'La ventana no tiene duración' });
  return faults;
};

/** Body of POST /no-regar: until then no turn of the company, or of that board or site, starts. */
export const NoRegarSave = z.object({
  empresa_id: Id,
  placa_id: Id.optional(),
  sitio: requiredText(120).optional(),
  hasta: Milliseconds,
  motivo: requiredText(200),
});
export type NoRegarSave = z.infer<typeof NoRegarSave>;

export const NoRegar = z.object({
  id: Id,
  empresa_id: Id,
  placa_id: Id.nullable(),
  sitio: z.string().nullable(),
  desde: Milliseconds,
  hasta: Milliseconds,
  motivo: z.string(),
  usuario_id: Id.nullable(),
  /** 1 while a board has not taken it yet. */
  pendiente: FlagOutput,
});
export type NoRegar = z.infer<typeof NoRegar>;
