import { z } from 'zod';
import { ComandoAction, EstadoComando } from './comando.js';
import {
  Flag,
  FlagOutput,
  Fecha,
  DateOutput,
  Id,
  Milliseconds,
  optional,
  texto,
  optionalText,
  requiredText,
  Version,
} from './common.js';
import { DISPOSITIVO_REASONS } from './reasons.js';

export const TIPOS_DISPOSITIVO = ['shelly_1', 'shelly_pro3m', 'otro'] as const;
export const TipoDispositivo = z.enum(TIPOS_DISPOSITIVO);

/** Encryption context of a sealed auth_key: inventory seals with it, device-gateway opens with it. */
export const AUTH_KEY_CONTEXT = 'dispositivo.auth_key';

/** Body of POST and PUT /dispositivos. An empty auth_key in a PUT keeps the stored key. */
export const DispositivoSave = z.object({
  nombre: requiredText(120),
  shelly_id: requiredText(64),
  auth_key: optionalText(512),
  tipo: TipoDispositivo,
  server: optionalText(255),
  empresa_id: Id,
  fecha_vencimiento: optional(Fecha),
  activo: Flag.default(1),
  suspendido: Flag.default(0),
  /** Place on the farm; absent = unchanged. */
  sitio: texto(120).optional(),
  /** The switch whose running this meter proves; null = none, absent = unchanged. */
  vigila_switch_id: optional(Id).optional(),
  version: Version.optional(),
});
export type DispositivoSave = z.infer<typeof DispositivoSave>;

export const Dispositivo = z.object({
  id: Id,
  nombre: z.string(),
  shelly_id: z.string(),
  auth_key: z.literal(''),
  auth_key_definida: FlagOutput,
  tipo: TipoDispositivo,
  server: z.string(),
  empresa_id: Id,
  fecha_vencimiento: DateOutput.nullable(),
  /** 1 when past fecha_vencimiento in the empresa's zone (shown as Vencido, treated as suspended). */
  vencido: FlagOutput,
  activo: FlagOutput,
  suspendido: FlagOutput,
  sitio: z.string().default(''),
  vigila_switch_id: Id.nullable().default(null),
  version: Version,
});
export type Dispositivo = z.infer<typeof Dispositivo>;

const Reason = z.enum(DISPOSITIVO_REASONS);

/** A centinela's reading: V, A, W, VA, Hz, °C, Wh. null = the meter gave no value; never 0 instead. */
export const Metricas = z.object({
  voltaje_a: z.number().nullish(),
  voltaje_b: z.number().nullish(),
  voltaje_c: z.number().nullish(),
  corriente_a: z.number().nullish(),
  corriente_b: z.number().nullish(),
  corriente_c: z.number().nullish(),
  corriente_n: z.number().nullish(),
  potencia_activa_a: z.number().nullish(),
  potencia_activa_b: z.number().nullish(),
  potencia_activa_c: z.number().nullish(),
  potencia_aparente_a: z.number().nullish(),
  potencia_aparente_b: z.number().nullish(),
  potencia_aparente_c: z.number().nullish(),
  factor_potencia_a: z.number().nullish(),
  factor_potencia_b: z.number().nullish(),
  factor_potencia_c: z.number().nullish(),
  frecuencia: z.number().nullish(),
  potencia_activa: z.number().nullish(),
  potencia_aparente: z.number().nullish(),
  total_act_power: z.number().nullish(),
  total_aparent_power: z.number().nullish(),
  factor_potencia: z.number().nullish(),
  /** The meter's own counters, Wh: consumed from the grid and returned to it. */
  energia: z.number().nullish(),
  energia_devuelta: z.number().nullish(),
  temp: z.number().nullish(),
  /** Time of the measurement, ISO 8601 in UTC. */
  fecha: z.string().nullish(),
  motivo: Reason.nullish(),
});
export type Metricas = z.infer<typeof Metricas>;

/** Answer of GET /monitor/devices/{id}/live. */
export const LecturaEnVivo = z.object({
  /** The cloud answered and reports the device as connected. */
  online: z.boolean(),
  /** When the cloud last reported the device's state; null = never. */
  ts_ms: Milliseconds.nullable(),
  /** null while unknown: offline, not read yet, or a meter without a relay. */
  estado: z.object({ estado: FlagOutput.nullable() }),
  metricas: Metricas.nullable(),
  motivo: Reason.nullish(),
  /** The newest pending command. */
  comando: z
    .object({ comando_id: z.string(), accion: ComandoAction, estado: EstadoComando, ts: Milliseconds })
    .nullish(),
});
export type LecturaEnVivo = z.infer<typeof LecturaEnVivo>;
