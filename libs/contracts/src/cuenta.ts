import { z } from 'zod';
import { Id, requiredText, TextId } from './common.js';
import { EnergiaPorPeriodo } from './tarifa.js';

/** A month of the calendar, YYYY-MM. */
export const Mes = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'El mes debe tener la forma AAAA-MM')
  .meta({ example: '2026-11' });

/** Sums over turns. Liters, kWh and cost are null when unknown for all of them. */
const sums = {
  turnos: z.number().int().min(0),
  cumplidos: z.number().int().min(0),
  parciales: z.number().int().min(0),
  omitidos: z.number().int().min(0),
  perdidos: z.number().int().min(0),
  previstos_s: z.number().int().min(0),
  reales_s: z.number().int().min(0),
  litros: z.number().nullable(),
  kwh: z.number().nullable(),
  costo: z.number().nullable(),
  /** Water planned: the volume, or the declared flow in the planned time. These four are absent in an answer of a version before. */
  m3_previstos: z.number().nullable().optional(),
  /** Water that meters told. */
  m3_medidos: z.number().nullable().optional(),
  /** Turns that ran and of which no meter told, and their water by the declared flow. */
  sin_medir: z.number().int().min(0).optional(),
  m3_sin_medir: z.number().nullable().optional(),
  /** What meters told of turns whose prices are known. */
  periodos: z.array(EnergiaPorPeriodo).optional(),
};
export const SumasCuenta = z.object(sums);
export type SumasCuenta = z.infer<typeof SumasCuenta>;

/** An empresa's irrigation in a month, by valve and by sector (the switch's zona, the dispositivo's sitio). */
export const CuentaMes = z.object({
  mes: Mes,
  filas: z.array(
    z.object({
      switch_id: Id.nullable(),
      dispositivo_id: Id.nullable(),
      nombre: z.string(),
      sector: z.string(),
      ...sums,
    }),
  ),
  sectores: z.array(
    z.object({
      sector: z.string(),
      ...sums,
      /** null = nobody said it; absent for who does not see the whole sector. */
      superficie_m2: z.number().nullable().optional(),
      /** What meters told, over all of that area. */
      mm: z.number().nullable().optional(),
    }),
  ),
  total: SumasCuenta,
});
export type CuentaMes = z.infer<typeof CuentaMes>;

/** Body of PUT /programas/superficie: the area of a sector; null = unknown. */
export const SuperficieSave = z.object({
  empresa_id: Id,
  sector: requiredText(120),
  superficie_m2: z.number().positive('Debe ser mayor que cero').max(1e9).nullable(),
});
export type SuperficieSave = z.infer<typeof SuperficieSave>;

/** Query of GET /programas/cuenta; default: the current month in the empresa's zone. */
export const CuentaQuery = z.object({
  empresa_id: TextId.optional(),
  mes: z.preprocess((value) => (value === '' ? undefined : value), Mes.optional()),
});
