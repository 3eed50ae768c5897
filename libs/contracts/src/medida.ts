import { z } from 'zod';
import { Id, Milliseconds } from './common.js';

/** Most values of one POST /medidas. */
export const MEDIDAS_MAX = 5_000;

/** A value that a program sends: in the unit of its point's magnitud; null = it is known that there is none. */
export const Medida = z.object({ punto_id: Id, ts: Milliseconds, valor: z.number().nullable() });
export type Medida = z.infer<typeof Medida>;

export const MedidasSave = z.object({ medidas: z.array(Medida).min(1).max(MEDIDAS_MAX) });
export type MedidasSave = z.infer<typeof MedidasSave>;

/**
 * Why a value is refused. `punto_desconocido`: the company has no such point, or its source is not `api`. `otro_valor`: at that time the
 * point has another value already, which stays.
 */
export const MEDIDA_REASONS = [
  'punto_desconocido',
  'punto_inactivo',
  'valor_fuera_de_rango',
  'reloj_adelantado',
  'fuera_de_retencion',
  'otro_valor',
] as const;
export type MedidaReason = (typeof MEDIDA_REASONS)[number];

/** What became of the values: each is accepted, was there already, or is refused. */
export const MedidasResultado = z.object({
  aceptadas: z.number().int(),
  repetidas: z.number().int(),
  /** `indice`: its place in the request, from 0. */
  rechazadas: z.array(z.object({ indice: z.number().int(), motivo: z.enum(MEDIDA_REASONS), texto: z.string() })),
});
export type MedidasResultado = z.infer<typeof MedidasResultado>;
