import { z } from 'zod';
import { BanderaSalida } from './common.js';

/** A temperature/humidity point; `fecha` is ISO 8601 in UTC. */
export const PuntoHistorial = z.object({
  fecha: z.string(),
  temperatura: z.number().nullable(),
  humedad: z.number().nullable(),
});
export type PuntoHistorial = z.infer<typeof PuntoHistorial>;

/** A change of state of a switch. */
export const EventoHistorial = z.object({
  _id: z.string(),
  switch_id: z.number().int(),
  zona: z.string(),
  nombre: z.string(),
  estado: BanderaSalida,
  fecha: z.string(),
});
export type EventoHistorial = z.infer<typeof EventoHistorial>;

/** Bounds of `historial/usuario` (design 12.10). */
export const HISTORIAL_DIAS_POR_OMISION = 30;
export const HISTORIAL_MAXIMO = 10_000;
export const PUNTOS_POR_OMISION = 50;
export const PUNTOS_MAXIMO = 1_000;
