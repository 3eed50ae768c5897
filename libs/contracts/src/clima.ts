import { z } from 'zod';
import { CLIMA_LIMITS, CLIMA_SILENCIO, CLIMA_VALUES, POR_SERVICIO, CONTROLLERS } from './clima-limites.js';
import { Flag, FlagOutput, Id, DateOutput, Milliseconds, requiredText, Version } from './common.js';
import type { Detail } from './app-error.js';
import { Hora, ViaTurno } from './programa.js';

const { ETAPAS, DURATION_S, EDAD_MAX_S, PERSONA_S } = CLIMA_LIMITS;
/** Past what any magnitud of a rule reaches. */
const UMBRAL_MAX = 1_000_000;

/** In the unit of what the rule follows; two decimals are the resolution of the boards. */
const Umbral = z
  .number()
  .min(-UMBRAL_MAX)
  .max(UMBRAL_MAX)
  .refine((value) => Number(value.toFixed(2)) === value, 'Usa dos decimales como máximo');

/** One switch of a rule: on past `enciende`, off at `apaga`. */
const stage = {
  switch_id: Id,
  enciende: Umbral,
  apaga: Umbral,
  /** While the sensor is silent; required for motor, turbina and cooler, for the others absent = apagado. */
  si_calla: z.enum(CLIMA_SILENCIO).optional(),
};

/** The part of a rule that a person writes. */
const definicion = {
  nombre: requiredText(120),
  activa: Flag.default(1),
  /** The switch whose sensor is read, and its value; absent where the rule follows a point. */
  sensor_switch_id: Id.optional(),
  valor: z.enum(CLIMA_VALUES).optional(),
  /** The point that the rule follows instead. */
  punto_id: Id.optional(),
  /** `arriba`: on above the threshold; `abajo`: on below it. */
  cuando: z.enum(['arriba', 'abajo']),
  /** E.g. extractor 1, extractor 2, misting: each further threshold is as far out as the previous one, or further. */
  etapas: z.array(z.object(stage)).min(1).max(ETAPAS),
  min_encendido_s: z.number().int().min(0).max(DURATION_S).default(120),
  min_apagado_s: z.number().int().min(1).max(DURATION_S).default(120),
  /** Only between these times of the empresa's zone; past midnight when `hasta` is not after `desde`. */
  horario: z.object({ desde: Hora, hasta: Hora }).optional(),
  /** When several rules of a switch apply at once, the largest decides. */
  prioridad: z.number().int().min(0).max(1_000).default(0),
  /** How long a person's command takes precedence over the rule, s. */
  persona_s: z.number().int().min(60).max(DURATION_S).default(PERSONA_S),
  /** When the service runs the rule: an older reading counts as a silent sensor, s. */
  edad_max_s: z.number().int().min(60).max(7_200).default(EDAD_MAX_S),
};

/** Body of POST and PUT /clima/reglas. */
export const ReglaClimaSave = z.object({ empresa_id: Id, ...definicion, version: Version.optional() });
export type ReglaClimaSave = z.infer<typeof ReglaClimaSave>;

export const ReglaClima = z.object({
  id: Id,
  empresa_id: Id,
  ...definicion,
  /** null of a point's rule, and for a usuario to whom that switch is not assigned. */
  sensor_switch_id: Id.nullable(),
  /** null of a point's rule. */
  valor: z.enum(CLIMA_VALUES).nullable(),
  /** null of a sensor's rule, and for a usuario; absent from a service of before. */
  punto_id: Id.nullish(),
  activa: FlagOutput,
  etapas: z.array(
    z.object({
      ...stage,
      via: ViaTurno,
      /** Why the service runs the stage; null = its board does. */
      por_servicio: z.enum(POR_SERVICIO).nullable(),
      /** 1 while its board has not accepted the stage, or its change, yet. */
      pendiente: FlagOutput,
      /** "Extractor si > 28 °C". */
      texto: z.string(),
    }),
  ),
  pendiente: FlagOutput,
  version: Version,
});
export type ReglaClima = z.infer<typeof ReglaClima>;

const [least, most] = CLIMA_LIMITS.UMBRAL;

/** A rule follows one thing: a point, or a value of a switch's sensor. */
const sourceFaults = ({
  sensor_switch_id,
  valor,
  punto_id,
}: Pick<ReglaClimaSave, 'sensor_switch_id' | 'valor' | 'punto_id'>): Detail[] => {
  if (punto_id !== undefined)
    return sensor_switch_id === undefined && valor === undefined
      ? []
      : [{ campo: 'punto_id', mensaje: 'Una regla sigue un punto o el sensor de un switch, no los dos' }];
  return [
    ...(sensor_switch_id === undefined ? [{ campo: 'sensor_switch_id', mensaje: 'Falta el sensor o el punto' }] : []),
    ...(valor === undefined ? [{ campo: 'valor', mensaje: 'Falta qué valor del sensor' }] : []),
  ];
};

/** Faults of a rule beyond its schema; empty when it can be saved. Used by the form and by the server. */
export const faultsOfRegla = (
  regla: Pick<
    ReglaClimaSave,
    'sensor_switch_id' | 'valor' | 'punto_id' | 'cuando' | 'etapas' | 'horario' | 'min_encendido_s'
  >,
): Detail[] => {
  const faults: Detail[] = sourceFaults(regla);
  const out = regla.cuando === 'arriba' ? 1 : -1;
  const seen = new Set<number>();
  regla.etapas.forEach(({ switch_id, enciende, apaga, si_calla }, n) => {
    const fault = (campo: string, mensaje: string) => faults.push({ campo: `etapas.${n}.${campo}`, mensaje });
    const previous = regla.etapas[n - 1];
    if (regla.punto_id === undefined)
      for (const [campo, umbral] of Object.entries({ enciende, apaga }))
        if (umbral < least || umbral > most) fault(campo, `Debe estar entre ${least} y ${most}`);
    if ((enciende - apaga) * out <= 0)
      fault('apaga', out > 0 ? 'Debe ser menor que el valor que enciende' : 'Debe ser mayor que el valor que enciende');
    if (previous && (enciende - previous.enciende) * out < 0)
      fault('enciende', 'Una etapa no empieza antes que la anterior');
    if (seen.has(switch_id)) fault('switch_id', 'Ya está en otra etapa');
    if (si_calla === 'ciclo' && regla.min_encendido_s === 0)
      fault('si_calla', 'Un ciclo necesita un tiempo mínimo encendido');
    seen.add(switch_id);
  });
  if (regla.horario && regla.horario.desde === regla.horario.hasta)
    faults.push({ campo: 'horario.hasta', mensaje: 'El horario no tiene duración' });
  return faults;
};

/** What controls a switch now. A switch that only people operate is not listed. */
export const SwitchControl = z.object({
  switch_id: Id,
  quien: z.enum(CONTROLLERS),
  desde: Milliseconds,
  /** null = open-ended. */
  hasta: Milliseconds.nullable(),
  /** "Automático: extractor si > 28 °C". */
  texto: z.string(),
  regla_id: Id.nullable(),
  turno_id: z.string().nullable(),
});
export type SwitchControl = z.infer<typeof SwitchControl>;

/** Derived values of a day in the empresa's zone, from the sensor of a switch. null = too little data. */
/** Penman–Monteith needs radiation and wind, Hargreaves–Samani only temperatures. */
export const ET0_METODOS = ['penman_monteith', 'hargreaves'] as const;

export const DerivadosDia = z.object({
  fecha: DateOutput,
  temperatura_min: z.number().nullable(),
  temperatura_max: z.number().nullable(),
  temperatura_media: z.number().nullable(),
  humedad_media: z.number().nullable(),
  /** kPa, mean of the day. */
  dpv_medio: z.number().nullable(),
  punto_rocio_medio: z.number().nullable(),
  /** °C·day above `base`. */
  grados_dia: z.number().nullable(),
  /** Hours at or below 7.2 °C. */
  horas_frio: z.number().nullable(),
  /** mm; null also when the empresa has no coordinates. */
  et0_mm: z.number().nullable(),
  /** How `et0_mm` was worked out: from radiation and wind too where they are measured. Absent in answers of older instances. */
  et0_metodo: z.enum(ET0_METODOS).nullable().default(null),
});
export type DerivadosDia = z.infer<typeof DerivadosDia>;
