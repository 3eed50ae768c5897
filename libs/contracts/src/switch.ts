import { z } from 'zod';
import { Flag, FlagOutput, Id, MAX_ID, Milliseconds, optional, requiredText, Version } from './common.js';
import { ComandoDeSwitch, ComandoOfSwitchKept } from './comando.js';
import { CAUSAS_FIN, ENCENDIDO_TOPE_S } from './encendido.js';
import { ProteccionDeSwitch } from './proteccion.js';
import { TIPOS_SWITCH } from './switch-types.js';

export const TipoSwitch = z.enum(TIPOS_SWITCH);
export type TipoSwitch = z.infer<typeof TipoSwitch>;

/** 2 = part of a pair, 1 = individual. */
export const ParNumero = z.union([z.literal(1), z.literal(2)]);
const Pin = z.number().int().min(0).max(255);

/** One item of POST /switches/bulk: with `id` it updates that switch, without it creates one (DEC-5). */
export const SwitchSave = z.object({
  id: optional(Id).optional(),
  nombre: requiredText(120),
  tipo: TipoSwitch,
  zona: requiredText(120),
  empresa_id: Id,
  /** The board's number, not its internal placa_id. */
  dispositivo_id: Id,
  par_numero: ParNumero.default(1),
  switch_site_id: z.number().int().min(0).max(MAX_ID),
  hardware_pin: Pin,
  tiene_sensor: Flag.default(0),
  sensor_pin: optional(Pin),
  activo: Flag.default(1),
  /** Longest time on, s; null = the default of its type, 0 = none (not for every type), absent = unchanged. */
  max_encendido_s: optional(z.number().int().min(0).max(ENCENDIDO_TOPE_S)).optional(),
  /** Flow while on, m³/h; null = unknown, absent = unchanged. */
  caudal_m3h: optional(z.number().positive('Debe ser mayor que 0').max(100_000)).optional(),
  version: Version.optional(),
});
export type SwitchSave = z.infer<typeof SwitchSave>;

export const SwitchesSave = z.object({ switches: z.array(SwitchSave).min(1).max(200) });
export type SwitchesSave = z.infer<typeof SwitchesSave>;

export const Switch = z.object({
  id: Id,
  nombre: z.string(),
  tipo: TipoSwitch,
  zona: z.string(),
  empresa_id: Id,
  dispositivo_id: Id,
  placa_id: Id,
  par_numero: ParNumero,
  switch_site_id: z.number().int(),
  hardware_pin: z.number().int(),
  tiene_sensor: FlagOutput,
  sensor_pin: z.number().int().nullable(),
  activo: FlagOutput,
  max_encendido_s: z.number().int().nullable().default(null),
  caudal_m3h: z.number().nullable().default(null),
  version: Version,
});
export type Switch = z.infer<typeof Switch>;

export const SwitchesSaved = z.object({
  switches: z.array(Switch),
  /** Doubtful pins (input-only, flash, strapping): saved with a warning. */
  avisos: z.array(z.string()),
});
export type SwitchesSaved = z.infer<typeof SwitchesSaved>;

/** Body of POST /switches/{id}/bloqueo. */
export const BloqueoSave = z.object({ motivo: requiredText(200) });
/** A lockout with its author: the switch cannot be turned on until it is released. */
export const Bloqueo = z.object({
  usuario_id: Id,
  usuario_nombre: z.string(),
  motivo: z.string(),
  desde: Milliseconds,
});
export type Bloqueo = z.infer<typeof Bloqueo>;

export const BloqueoDeSwitch = z.object({ switch_id: Id, bloqueo: Bloqueo });
export type BloqueoDeSwitch = z.infer<typeof BloqueoDeSwitch>;

/** What ended a switch's last time on. */
export const FinDeEncendido = z.object({
  causa: z.enum(CAUSAS_FIN),
  /** When it went off. */
  ts: Milliseconds,
  /** For `limite`: its longest time on, s. */
  limite_s: z.number().int().nullable(),
  /** Of the program or climate rule; null = unknown, or another cause. */
  nombre: z.string().nullish(),
});
export type FinDeEncendido = z.infer<typeof FinDeEncendido>;

/** Commands, lockout and discrepancy of a switch, beside the state that its board reports. */
export const SwitchOperation = z.object({
  switch_id: Id,
  /** Requested and reported state have differed for more than 30 s. */
  discrepancia: FlagOutput,
  /** The newest command of the last day. */
  comando: ComandoOfSwitchKept.nullable(),
  bloqueo: Bloqueo.nullable(),
  /** null = none acts on it, or none is bypassed. */
  proteccion: ProteccionDeSwitch.nullish(),
  /** null = the switch is on, or its last time on is unknown. */
  fin: FinDeEncendido.nullish(),
});
export type SwitchOperation = z.infer<typeof SwitchOperation>;

/** A switch with its board's last report. null = never reported; the reader shows ages. */
export const SwitchEnVivo = Switch.extend({
  estado: FlagOutput.nullable(),
  estado_ts: Milliseconds.nullable(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
  sensor_ts: Milliseconds.nullable(),
  temperatura_ts: Milliseconds.nullish(),
  humedad_ts: Milliseconds.nullish(),
  placa_online: FlagOutput,
  placa_ts: Milliseconds.nullable(),
  /** Absent, like the fields below, when device-gateway did not answer. */
  discrepancia: FlagOutput.optional(),
  comando: ComandoDeSwitch.nullish(),
  bloqueo: Bloqueo.nullish(),
  proteccion: ProteccionDeSwitch.nullish(),
  fin: FinDeEncendido.nullish(),
});
export type SwitchEnVivo = z.infer<typeof SwitchEnVivo>;
