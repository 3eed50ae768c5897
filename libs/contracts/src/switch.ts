import { z } from 'zod';
import { Bandera, BanderaSalida, Id, MAX_ID, Milisegundos, opcional, textoRequerido, Version } from './common.js';

export const TIPOS_SWITCH = ['selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'] as const;
export const TipoSwitch = z.enum(TIPOS_SWITCH);
export type TipoSwitch = z.infer<typeof TipoSwitch>;

/** Longest time a relay may stay on, in seconds, sent to the board with its pin map (facts: "safe defaults"). */
export const MAX_ENCENDIDO_S: Readonly<Record<TipoSwitch, number>> = {
  selenoide: 4 * 3600,
  difusor: 6 * 3600,
  turbina: 8 * 3600,
  motor: 4 * 3600,
  cooler: 24 * 3600,
  otro: 12 * 3600,
};

/** 2 = part of a pair, 1 = individual. */
export const ParNumero = z.union([z.literal(1), z.literal(2)]);
const Pin = z.number().int().min(0).max(255);

/** One item of POST /switches/bulk: with `id` it updates that switch, without it creates one (design 12.5). */
export const SwitchGuardar = z.object({
  id: opcional(Id).optional(),
  nombre: textoRequerido(120),
  tipo: TipoSwitch,
  zona: textoRequerido(120),
  empresa_id: Id,
  /** The board's number, not its internal placa_id. */
  dispositivo_id: Id,
  par_numero: ParNumero.default(1),
  switch_site_id: z.number().int().min(0).max(MAX_ID),
  hardware_pin: Pin,
  tiene_sensor: Bandera.default(0),
  sensor_pin: opcional(Pin),
  activo: Bandera.default(1),
  version: Version.optional(),
});
export type SwitchGuardar = z.infer<typeof SwitchGuardar>;

export const SwitchesGuardar = z.object({ switches: z.array(SwitchGuardar).min(1).max(200) });
export type SwitchesGuardar = z.infer<typeof SwitchesGuardar>;

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
  tiene_sensor: BanderaSalida,
  sensor_pin: z.number().int().nullable(),
  activo: BanderaSalida,
  version: Version,
});
export type Switch = z.infer<typeof Switch>;

export const SwitchesGuardados = z.object({
  switches: z.array(Switch),
  /** Doubtful pins (input-only, flash, strapping): saved, but said. */
  avisos: z.array(z.string()),
});
export type SwitchesGuardados = z.infer<typeof SwitchesGuardados>;

/** A switch with what its board last said. null = it never said; ages are the reader's to show. */
export const SwitchEnVivo = Switch.extend({
  estado: BanderaSalida.nullable(),
  estado_ts: Milisegundos.nullable(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
  sensor_ts: Milisegundos.nullable(),
  placa_online: BanderaSalida,
  placa_ts: Milisegundos.nullable(),
});
export type SwitchEnVivo = z.infer<typeof SwitchEnVivo>;
