import { z } from 'zod';
import { Aviso } from './aviso.js';
import { Id, Milliseconds, optional, requiredText } from './common.js';
import { Punto } from './punto.js';

/** Request header that carries the token of a wall link: an address would be in logs and histories. */
export const MURO_HEADER = 'x-muro';

/** Body of POST /muros. Without empresa_id the wall shows all companies. */
export const MuroSave = z.object({ nombre: requiredText(80), empresa_id: optional(Id) });
export type MuroSave = z.infer<typeof MuroSave>;

/** A link with which a wall screen reads, without a session, one company or all. */
export const MuroLink = z.object({
  id: Id,
  nombre: z.string(),
  empresa_id: Id.nullable(),
  creado_ts: Milliseconds,
  /** When a screen last read with it. */
  visto_ts: Milliseconds.nullable(),
});
export type MuroLink = z.infer<typeof MuroLink>;

/** The token is shown once; only its hash is stored. */
export const MuroCreado = MuroLink.extend({ token: z.string() });
export type MuroCreado = z.infer<typeof MuroCreado>;

/** A company as a wall and the situation show it. */
export const Pulso = z.object({
  empresa_id: Id,
  /** Switches that their boards last reported on. */
  abiertas: z.number().int().min(0),
  /** Readings of each of the last 24 hours, the oldest first. */
  lecturas: z.array(z.number().int().min(0)),
  /** kWh that its meters counted today, in its zone; null or absent = it has none, or none tells. */
  kwh_hoy: z.number().nullish(),
  /** When a board of it last reported, ms; null or absent = never. */
  dato_ts: Milliseconds.nullish(),
});
export type Pulso = z.infer<typeof Pulso>;

/** Mean of each of the last 24 hours, the oldest first; null = no reading in that hour. */
const HourlyMeans = z.array(z.number().nullable());

/** The last day of a switch's sensor. */
export const SensorDia = z.object({ switch_id: Id, temperatura: HourlyMeans, humedad: HourlyMeans });
export type SensorDia = z.infer<typeof SensorDia>;

export const MuroEmpresa = z.object({
  id: Id,
  nombre: z.string(),
  /** Boards in use, and those of them that are online with a right clock. */
  placas: z.number().int().min(0),
  sanas: z.number().int().min(0),
  /** null = not known now. */
  abiertas: z.number().int().min(0).nullable(),
});
export type MuroEmpresa = z.infer<typeof MuroEmpresa>;

export const MuroAviso = Aviso.pick({
  id: true,
  empresa_id: true,
  tipo: true,
  severidad: true,
  estado: true,
  desde: true,
  hasta: true,
  calma_desde: true,
  texto: true,
  datos: true,
  sitio: true,
});
export type MuroAviso = z.infer<typeof MuroAviso>;

/** What a point of the company says now. */
export const MuroPunto = Punto.pick({
  id: true,
  nombre: true,
  sitio: true,
  magnitud: true,
  cada_s: true,
  valor: true,
  ts: true,
});
export type MuroPunto = z.infer<typeof MuroPunto>;

/** What a wall link reads. */
export const Muro = z.object({
  nombre: z.string(),
  zona_horaria: z.string(),
  empresas: z.array(MuroEmpresa),
  /** The open alarms. */
  avisos: z.array(MuroAviso),
  /** Points in use of a link to one company, as far as they have told a value; none of a link to all. */
  puntos: z.array(MuroPunto).default([]),
  /** Without open alarms: when the last one ended. */
  en_orden_desde: Milliseconds.nullable(),
});
export type Muro = z.infer<typeof Muro>;
