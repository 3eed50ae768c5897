import { z } from 'zod';
import {
  Bandera,
  BanderaSalida,
  Fecha,
  FechaSalida,
  Id,
  Milisegundos,
  opcional,
  textoOpcional,
  textoRequerido,
  Version,
} from './common.js';

export const TIPOS_DISPOSITIVO = ['shelly_1', 'shelly_pro3m', 'otro'] as const;
export const TipoDispositivo = z.enum(TIPOS_DISPOSITIVO);

/** A shelly_pro3m is a centinela (energy meter); compared case-insensitively as the spec says. */
export const esCentinela = (tipo: string): boolean => tipo.toLowerCase() === 'shelly_pro3m';

/** Body of POST and PUT /dispositivos. An empty auth_key in a PUT keeps what is stored. */
export const DispositivoGuardar = z.object({
  nombre: textoRequerido(120),
  shelly_id: textoRequerido(64),
  auth_key: textoOpcional(512),
  tipo: TipoDispositivo,
  server: textoOpcional(255),
  empresa_id: Id,
  fecha_vencimiento: opcional(Fecha),
  activo: Bandera.default(1),
  suspendido: Bandera.default(0),
  version: Version.optional(),
});
export type DispositivoGuardar = z.infer<typeof DispositivoGuardar>;

export const Dispositivo = z.object({
  id: Id,
  nombre: z.string(),
  shelly_id: z.string(),
  auth_key: z.literal(''),
  auth_key_definida: BanderaSalida,
  tipo: TipoDispositivo,
  server: z.string(),
  empresa_id: Id,
  fecha_vencimiento: FechaSalida.nullable(),
  /** 1 when past fecha_vencimiento in the company's zone (shown as Vencido, treated as suspended). */
  vencido: BanderaSalida,
  activo: BanderaSalida,
  suspendido: BanderaSalida,
  version: Version,
});
export type Dispositivo = z.infer<typeof Dispositivo>;

/** A centinela's reading: V, A, W, VA, °C. null = the meter did not say; never 0 instead. */
export const Metricas = z.object({
  voltaje_a: z.number().nullish(),
  voltaje_b: z.number().nullish(),
  voltaje_c: z.number().nullish(),
  corriente_a: z.number().nullish(),
  corriente_b: z.number().nullish(),
  corriente_c: z.number().nullish(),
  potencia_activa: z.number().nullish(),
  total_act_power: z.number().nullish(),
  total_aparent_power: z.number().nullish(),
  factor_potencia: z.number().nullish(),
  temp: z.number().nullish(),
  fecha: z.string().nullish(),
});
export type Metricas = z.infer<typeof Metricas>;

/** Answer of GET /monitor/devices/{id}/live. */
export const LecturaEnVivo = z.object({
  online: z.boolean(),
  ts_ms: Milisegundos.nullable(),
  estado: z.object({ estado: BanderaSalida.nullable() }),
  metricas: Metricas.nullable(),
});
export type LecturaEnVivo = z.infer<typeof LecturaEnVivo>;
