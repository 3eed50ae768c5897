import { z } from 'zod';
import { Id, Milliseconds } from './common.js';
import { POR_CAUDAL } from './proteccion-caudal.js';
import { QUE_POTENCIA } from './potencia.js';

/** What a meter counted while exactly these valves were open, in the part of their turns in which the flow was steady. */
export const CaudalMedido = z.object({
  punto_id: Id,
  switches: z.array(Id).min(1),
  /** Mean of the observations, m³/h. */
  caudal_m3h: z.number().min(0),
  /** Their standard deviation, m³/h; null of fewer than two. */
  desviacion_m3h: z.number().min(0).nullable(),
  observaciones: z.number().int().min(1),
  /** Of the last one. */
  ts: Milliseconds,
});
export type CaudalMedido = z.infer<typeof CaudalMedido>;

/** What a pump took, by its centinela, while exactly these valves were open, when it is not what it usually is. */
export const PotenciaRara = z.object({
  dispositivo_id: Id,
  empresa_id: Id,
  switches: z.array(Id).min(1),
  /** kwh_m3: energy for a m³, where a meter counts the water of these valves. */
  que: z.enum(QUE_POTENCIA),
  valor: z.number(),
  usual: z.number(),
  desviacion: z.number(),
  /** Of what is usual. */
  observaciones: z.number().int(),
  ts: Milliseconds,
});
export type PotenciaRara = z.infer<typeof PotenciaRara>;

/** A protection over a flow that the service judges, because no board can. */
export const CaudalWatched = z.object({
  proteccion_id: Id,
  empresa_id: Id,
  punto_id: Id,
  nombre: z.string(),
  /** desconocido: a valve moved, or its state, the meter or what should flow is not known. */
  estado: z.enum(['bien', 'mal', 'desconocido']),
  caudal: z
    .object({ causa: z.enum(POR_CAUDAL), m3h: z.number().nullable(), esperado_m3h: z.number().nullable() })
    .nullable(),
});
export type CaudalWatched = z.infer<typeof CaudalWatched>;
