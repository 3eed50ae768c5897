import { z } from 'zod';
import { Id, Milliseconds } from './common.js';
import { CAUSAS_FALLO } from './turno-causas.js';

/** Turns of an empresa that failed by one cause, and whose valves have not run as they should since. */
export const TurnosFallidos = z.object({
  empresa_id: Id,
  /** Of the cause, unique in its empresa; the same until it is over. */
  clave: z.string(),
  causa: z.enum(CAUSAS_FALLO),
  /** What the cause is about; a whole sitio, or with none of them the empresa. */
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  sitio: z.string().nullable(),
  turnos: z.number().int().min(1),
  /** Which they are, the oldest first; empty = of a version before. */
  turno_ids: z.array(z.string()).default([]),
  /** Whose turns they are, in the order of their hours. */
  switches: z.array(Id),
  dispositivos: z.array(Id),
  /** The hour of the first of them, ms. */
  desde: Milliseconds,
  /** Of the last of them: why, a Spanish sentence that names no switch; and its water. */
  motivo: z.string().nullable(),
  m3_medidos: z.number().nullable(),
  m3_esperados: z.number().nullable(),
});
export type TurnosFallidos = z.infer<typeof TurnosFallidos>;

/** A board whose plan, as it took it last, lacks turns that are to come. */
export const PlanSinTomar = z.object({
  empresa_id: Id,
  placa_id: Id,
  /** The first of those turns, ms. */
  inicio: Milliseconds,
  switch_id: Id,
  turnos: z.number().int().min(1),
});
export type PlanSinTomar = z.infer<typeof PlanSinTomar>;
