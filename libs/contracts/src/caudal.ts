import { z } from 'zod';
import { Id, Milliseconds } from './common.js';

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
