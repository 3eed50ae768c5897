import { z } from 'zod';
import { Id } from './common.js';
import { Turno } from './turno.js';

/** How far ahead turns are near, ms. */
export const NEAR_MS = 3 * 3_600_000;
/** Most turns of one answer. */
export const NEAR_MAX = 60;

/** A turn that runs, or begins within {@link NEAR_MS}. */
export const NearTurno = Turno.pick({
  turno_id: true,
  programa_id: true,
  programa_nombre: true,
  empresa_id: true,
  switch_id: true,
  dispositivo_id: true,
  inicio: true,
  segundos: true,
  real_inicio: true,
  estado: true,
}).extend({
  /** Of its switch or dispositivo, and its zona or sitio. */
  nombre: z.string(),
  sector: z.string(),
});
export type NearTurno = z.infer<typeof NearTurno>;

/** Water of today's turns, in the empresa's zone. By the meters; where a valve has none, by its declared flow; null = of none known. */
export const AguaHoy = z.object({
  empresa_id: Id,
  /** So far, and of the whole day. */
  m3: z.number().nullable(),
  m3_previstos: z.number().nullable(),
});
export type AguaHoy = z.infer<typeof AguaHoy>;

/** What is watered today: the empresas with turns, and the first of the turns that run or are near, in the order of their hours. */
export const RiegoHoy = z.object({
  agua: z.array(AguaHoy),
  turnos: z.array(NearTurno),
  /** How many more there are. */
  otros: z.number().int().min(0),
});
export type RiegoHoy = z.infer<typeof RiegoHoy>;
