import { z } from 'zod';
import { Flag, FlagOutput, Fecha, Id, Milliseconds, requiredText, Version } from './common.js';
import { WEEK_DAYS, PROGRAMA_LIMITS } from './programa-limites.js';
import type { Detail } from './app-error.js';
import { excessOf, type ProgramaMeasured, stepTarget } from './programa-medida.js';

const { STEPS, INICIOS, DURATION_S, VOLUME_MIN_M3, VOLUME_MAX_M3, CONDITIONS, SUN_CHANGE_MIN } = PROGRAMA_LIMITS;

/** Time of day, HH:MM, 00:00 to 23:59. */
export const Hora = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora debe tener la forma HH:MM')
  .meta({ example: '05:00' });

/** Start of 2100: later days are refused. */
export const LAST_MS = 4_102_444_800_000;

const MesDia = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'La fecha debe tener la forma MM-DD')
  // 2024 is a leap year. For an invalid date toJSON returns null, where toISOString throws.
  .refine((text) => new Date(`2024-${text}T00:00:00Z`).toJSON()?.includes(text) ?? false, 'La fecha no existe');

/** Days: weekdays, every n days from a date, or even or odd days of the month. */
export const DiasPrograma = z.union([
  z.array(z.enum(WEEK_DAYS)).min(1).max(7),
  z.object({ cada: z.number().int().min(1).max(366), desde: Fecha }),
  z.object({ paridad: z.enum(['par', 'impar']) }),
]);
export type DiasPrograma = z.infer<typeof DiasPrograma>;

/** Start time: fixed, or minutes before (−) or after sunrise or sunset at the empresa's coordinates. */
export const ProgramaStart = z.union([
  Hora,
  z.object({
    sol: z.enum(['salida', 'puesta']),
    minutos: z.number().int().min(-SUN_CHANGE_MIN).max(SUN_CHANGE_MIN).default(0),
  }),
]);
export type ProgramaStart = z.infer<typeof ProgramaStart>;

/** A step ends once the soil has this moisture, %, by a point of it. */
export const HastaHumedad = z.object({ punto_id: Id, humedad: z.number().min(1).max(100) });
export type HastaHumedad = z.infer<typeof HastaHumedad>;

/**
 * Exactly one of switch_id and dispositivo_id. `junto_con_anterior`: it starts with the step before instead of after it. With
 * `volumen_m3` it ends when the meter of its switch has counted that, with `hasta` once the soil is moist, and `duracion_s` is its longest time.
 */
export const PasoPrograma = z
  .object({
    switch_id: Id.optional(),
    dispositivo_id: Id.optional(),
    duracion_s: z.number().int().min(1).max(DURATION_S),
    volumen_m3: z.number().min(VOLUME_MIN_M3).max(VOLUME_MAX_M3).optional(),
    hasta: HastaHumedad.optional(),
    junto_con_anterior: Flag.optional(),
  })
  .refine(({ switch_id, volumen_m3 }) => volumen_m3 === undefined || switch_id !== undefined, {
    message: 'Solo un switch riega por volumen',
    path: ['volumen_m3'],
  })
  .refine(({ switch_id, hasta }) => hasta === undefined || switch_id !== undefined, {
    message: 'Solo un switch riega hasta una humedad',
    path: ['hasta'],
  })
  .refine(({ volumen_m3, hasta }) => hasta === undefined || volumen_m3 === undefined, {
    message: 'Termina por volumen o por humedad, no por los dos',
    path: ['hasta'],
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
  'punto_mayor',
  'punto_menor',
  'pronostico_lluvia',
  'pronostico_helada',
  'pronostico_viento',
] as const;
export type ConditionTipo = (typeof CONDITION_TIPOS)[number];
export const isOfPunto = (tipo: ConditionTipo): tipo is 'punto_mayor' | 'punto_menor' =>
  tipo === 'punto_mayor' || tipo === 'punto_menor';

export const isOfPronostico = (
  tipo: ConditionTipo,
): tipo is 'pronostico_lluvia' | 'pronostico_helada' | 'pronostico_viento' => tipo.startsWith('pronostico_');

/** What a forecast may be compared with, mm, °C, km/h, and over how many hours its rain is summed. */
const PRONOSTICO = {
  pronostico_lluvia: [0.1, 500],
  pronostico_helada: [-30, 15],
  pronostico_viento: [1, 150],
} as const;
export const PRONOSTICO_HORAS = { min: 1, max: 48, usual: 24 } as const;

/** Over how many hours a counter's growth may be summed. */
export const CONDITION_HORAS_MAX = 168;

/**
 * Checked before each start: when the sensor of a switch is past `valor` (°C or %; `helada`: at or below it), the turn is
 * skipped or, with `reducir_a` (%), shortened. So it is when a point is at `valor` or beyond, in the unit of its magnitud; of a counter, what
 * it grew in the last `horas`. By a forecast of the empresa's place: at `valor` mm of rain or more in the next `horas` (24); at or below `valor` °C
 * until the morning; beyond `valor` km/h it is delayed instead. {@link puntoConditionFaults} checks what depends on the magnitud.
 */
export const SkipCondition = z
  .object({
    tipo: z.enum(CONDITION_TIPOS),
    /** The switch whose sensor is read; exactly one of this and `punto_id`, by `tipo`; neither by a forecast. */
    switch_id: Id.optional(),
    punto_id: Id.optional(),
    valor: z.number(),
    horas: z.number().int().min(1).max(CONDITION_HORAS_MAX).optional(),
    reducir_a: z.number().int().min(1).max(99).optional(),
    /** The start is delayed by an hour at a time, and skipped only when it cannot wait any longer. */
    retrasar: z.literal(1).optional(),
  })
  .superRefine(({ tipo, switch_id, punto_id, valor, horas, reducir_a, retrasar }, context) => {
    const fault = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if (retrasar && (tipo !== 'punto_mayor' || horas === undefined || reducir_a !== undefined))
      fault('retrasar', 'Solo retrasa lo que un punto sumó en unas horas, y no acorta');
    if (isOfPronostico(tipo)) {
      const [least, most] = PRONOSTICO[tipo];
      if (switch_id !== undefined) fault('switch_id', 'Un pronóstico no es de un sensor');
      if (punto_id !== undefined) fault('punto_id', 'Un pronóstico no es de un punto');
      if (valor < least || valor > most) fault('valor', `Debe estar entre ${least} y ${most}`);
      if (horas !== undefined && (tipo !== 'pronostico_lluvia' || horas > PRONOSTICO_HORAS.max))
        fault('horas', `Solo se suma la lluvia, de ${PRONOSTICO_HORAS.max} horas como máximo`);
      if (tipo === 'pronostico_viento' && reducir_a !== undefined) fault('reducir_a', 'El viento retrasa, no acorta');
      return;
    }
    const ofPunto = isOfPunto(tipo);
    if (ofPunto !== (punto_id !== undefined))
      fault('punto_id', ofPunto ? 'Elige un punto' : 'Esta condición es de un sensor');
    if (ofPunto === (switch_id !== undefined))
      fault('switch_id', ofPunto ? 'Esta condición es de un punto' : 'Elige un sensor');
    if (ofPunto) return;
    if (valor < -60 || valor > 150) fault('valor', 'Debe estar entre -60 y 150');
    if (horas !== undefined) fault('horas', 'Solo se suma un punto');
  })
  .meta({ example: { tipo: 'helada', switch_id: 7, valor: 2 } });
export type SkipCondition = z.infer<typeof SkipCondition>;

/**
 * Waters less when plants needed less: each turn runs ET0 / `referencia_mm` of its duration, at most all of it. ET0 is
 * yesterday's, from a sensor's extremes and the empresa's latitude, or a value that a person enters.
 */
export const Et0Adjustment = z
  .object({
    /** The switch whose sensor is read; exactly one of this and `et0_mm`. */
    switch_id: Id.optional(),
    et0_mm: z.number().min(0).max(20).optional(),
    /** Daily ET0 for which the durations are right. */
    referencia_mm: z.number().min(0.5).max(20),
    /** Lower bound, %. */
    minimo: z.number().int().min(0).max(100).default(0),
  })
  .refine(({ switch_id, et0_mm }) => (switch_id === undefined) !== (et0_mm === undefined), {
    message: 'Elige un sensor o escribe la ET0',
    path: ['switch_id'],
  });
export type Et0Adjustment = z.infer<typeof Et0Adjustment>;

/** The part of a program that a person writes. Times are in the empresa's zone. */
const definicion = {
  nombre: requiredText(120),
  activo: Flag.default(1),
  dias: DiasPrograma,
  inicios: z.array(ProgramaStart).min(1).max(INICIOS),
  pasos: z.array(PasoPrograma).min(1).max(STEPS),
  /** Percentage of each duration by month, January first. */
  porcentajes: z.array(z.number().min(0).max(300)).length(12).optional(),
  /** First and last day, both included; may span the end of the year. */
  temporada: z.object({ desde: MesDia, hasta: MesDia }).optional(),
  /** The whole program runs within this window; it spans midnight when `hasta` is not after `desde`. */
  ventana: z.object({ desde: Hora, hasta: Hora }).optional(),
  /** Pause between two groups of steps, s. */
  pausa_s: z.number().int().min(0).max(DURATION_S).optional(),
  /** Cycle and soak: no valve is open longer than `max_s` at once, nor again before a rest of `pausa_s`. */
  remojo: z
    .object({ max_s: z.number().int().min(30).max(DURATION_S), pausa_s: z.number().int().min(1).max(DURATION_S) })
    .optional(),
  /** Limits on simultaneous valves: a larger group is split. */
  limite: z
    .object({
      valvulas: z.number().int().min(1).max(STEPS).optional(),
      caudal_m3h: z.number().positive().max(100_000).optional(),
    })
    .optional(),
  omitir: z.array(SkipCondition).max(CONDITIONS).optional(),
  ajuste_et0: Et0Adjustment.optional(),
  /** What the board does while it is offline. */
  sin_conexion: z.enum(['regar', 'no_regar']).default('regar'),
  /** How many minutes late a missed start may still run. */
  tarde_max_min: z.number().int().min(0).max(240).optional(),
};

/** Body of POST and PUT /programas. */
export const ProgramaSave = z.object({ empresa_id: Id, ...definicion, version: Version.optional() });
export type ProgramaSave = z.infer<typeof ProgramaSave>;

/**
 * Body of POST /programas/vista-previa: a program as it would be saved; `id` = the stored program that it replaces. With
 * `mover`: only the day of that turn, as if the turn had been moved.
 */
export const ProgramaTryOut = ProgramaSave.extend({
  id: Id.optional(),
  mover: z
    .object({
      turno_id: z.string().max(36),
      inicio: Milliseconds.max(LAST_MS),
      segundos: z.number().int().min(1).max(DURATION_S),
    })
    .optional(),
});
export type ProgramaTryOut = z.infer<typeof ProgramaTryOut>;

/** What turns the switch on and off: its board by its own clock, or the service through the command ledger. */
export const ViaTurno = z.enum(['placa', 'servicio']);
export type ViaTurno = z.infer<typeof ViaTurno>;

export const Programa = z.object({
  id: Id,
  empresa_id: Id,
  /** A usuario gets the steps, conditions and adjustment of their own switches alone. */
  ...definicion,
  activo: FlagOutput,
  /** Paused by a person: nothing starts until it is resumed. */
  pausado: FlagOutput,
  /** Start of the next turn, ms; null = none planned. */
  proximo: Milliseconds.nullable(),
  /** The distinct ways in which its steps run. */
  vias: z.array(ViaTurno),
  /** 1 while a board has not accepted its newest agenda yet. */
  pendiente: FlagOutput,
  version: Version,
});
export type Programa = z.infer<typeof Programa>;

/** Faults of a program beyond its schema; empty when it can be saved. Used by the form and by the server. */
export const faultsOfPrograma = (programa: ProgramaMeasured & Pick<ProgramaSave, 'ventana' | 'activo'>): Detail[] => {
  // One that is too large can still be turned off.
  const excess = programa.activo === 0 ? null : excessOf(programa);
  const faults: Detail[] = excess ? [excess] : [];
  if (programa.pasos[0]?.junto_con_anterior === 1)
    faults.push({ campo: 'pasos.0.junto_con_anterior', mensaje: 'El primer paso no tiene uno anterior' });
  let together = new Set<string>();
  programa.pasos.forEach((paso, n) => {
    if (paso.junto_con_anterior !== 1) together = new Set();
    const target = stepTarget(paso);
    if (together.has(target))
      faults.push({ campo: `pasos.${n}.switch_id`, mensaje: 'Está dos veces en el mismo grupo' });
    together.add(target);
  });
  if (programa.ventana && programa.ventana.desde === programa.ventana.hasta)
    faults.push({ campo: 'ventana.hasta', mensaje: 'La ventana no tiene duración' });
  return faults;
};

/** What of an empresa is not planned, though it should run. */
export const SinPlanear = z.object({
  empresa_id: Id,
  /** 1 = its planning failed more than once: its boards keep the plan that they hold. */
  apartada: FlagOutput,
  programas: z.array(z.object({ nombre: z.string(), motivo: z.string() })),
});
export type SinPlanear = z.infer<typeof SinPlanear>;

/** Body of POST /no-regar: until then no turn of the empresa, or of that board or site, starts. */
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
  /** null for a usuario. */
  usuario_id: Id.nullable(),
  /** 1 while a board has not accepted it yet. */
  pendiente: FlagOutput,
});
export type NoRegar = z.infer<typeof NoRegar>;
