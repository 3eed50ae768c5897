import { z } from 'zod';
import { FlagOutput, DateOutput } from './common.js';

/** A temperature/humidity point; `fecha` is ISO 8601 in UTC. */
export const HistorialPoint = z.object({
  fecha: z.string(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
});
export type HistorialPoint = z.infer<typeof HistorialPoint>;

/** A change of state of a switch, or the first state that is known of it. */
export const HistorialEvent = z.object({
  _id: z.string(),
  switch_id: z.number().int(),
  zona: z.string(),
  nombre: z.string(),
  estado: FlagOutput,
  fecha: z.string(),
  /** 1: nothing older is known of its pin, so that this is no change; absent otherwise. */
  primero: z.literal(1).optional(),
});
export type HistorialEvent = z.infer<typeof HistorialEvent>;

export const DEFAULT_POINTS = 50;
export const MAX_POINTS = 1_000;
/** `_id` of an entry: requests the page just before it. */
export const EventPosition = z.string().regex(/^\d{1,10}:\d{1,15}$/, 'No es una entrada del historial');

/** One day in the empresa's zone (23 h or 25 h where its clocks change). */
export const EncendidoDia = z.object({
  fecha: DateOutput,
  /** Minutes ENCENDIDO as reported by the board; null = no data for the day. */
  minutos: z.number().nullable(),
  /** Minutes without a report for so long that the state is unknown: counted neither as ENCENDIDO nor as APAGADO. */
  minutos_sin_datos: z.number(),
  /** Today, which is not over yet. */
  en_curso: z.boolean(),
});
export type EncendidoDia = z.infer<typeof EncendidoDia>;
export const ENCENDIDO_MAX_DAYS = 400;
export const DEFAULT_ENCENDIDO_DAYS = 30;
