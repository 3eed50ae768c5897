import { z } from 'zod';
import { DateOutput } from './common.js';
import { MEASUREMENT_MAGNITUDES, type MeasurementMagnitude } from './readings.js';
import { Banda, SeriesPoints } from './series.js';

/** Most days of GET /dispositivos/{id}/energia/dias, and what it answers without dates. */
export const ENERGIA_MAX_DAYS = 400;
export const DEFAULT_ENERGIA_DAYS = 30;

const magnitudes = Object.fromEntries(MEASUREMENT_MAGNITUDES.map(([campo]) => [campo, Banda])) as Record<
  MeasurementMagnitude,
  typeof Banda
>;

/** A meter's history as columns of equal length: V, A, W, VA, °C. */
export const SerieEnergia = SeriesPoints.extend({
  series: z.object(magnitudes),
});
export type SerieEnergia = z.infer<typeof SerieEnergia>;

/** One day of the company's calendar, from the meter's own counters. */
export const EnergiaDia = z.object({
  fecha: DateOutput,
  /** Taken from the grid, and given back; null = no counter is known that day. */
  kwh: z.number().nullable(),
  kwh_devuelta: z.number().nullable(),
  /** Whether somewhere in the day a quarter of an hour lacks samples: then what passed in the gap is spread evenly over it. */
  incompleto: z.boolean(),
  /** Today: it is not over yet. */
  en_curso: z.boolean(),
  /** The counter fell, and was taken as begun anew: what passed between is lost. */
  reinicio: z.boolean(),
});
export type EnergiaDia = z.infer<typeof EnergiaDia>;
