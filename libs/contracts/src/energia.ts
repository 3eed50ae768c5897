import { z } from 'zod';
import { DateOutput } from './common.js';
import { MEASUREMENT_MAGNITUDES, type MeasurementMagnitude } from './readings.js';
import { Banda, SeriesPoints } from './series.js';

/** Most days of GET /dispositivos/{id}/energia/dias, and its default range. */
export const ENERGIA_MAX_DAYS = 400;
export const DEFAULT_ENERGIA_DAYS = 30;
/** Each hour of a month begins another period at most. */
export const ENERGIA_MAX_CUTS = 1_000;

const magnitudes = Object.fromEntries(MEASUREMENT_MAGNITUDES.map(([campo]) => [campo, Banda])) as Record<
  MeasurementMagnitude,
  typeof Banda
>;

/** A meter's history as columns of equal length: V, A, W, VA, °C. */
export const SerieEnergia = SeriesPoints.extend({
  series: z.object(magnitudes),
});
export type SerieEnergia = z.infer<typeof SerieEnergia>;

/** One day in the empresa's zone, from the meter's own counters. */
export const EnergiaDia = z.object({
  fecha: DateOutput,
  /** Consumed from the grid, and returned to it; null = no counter value is known for the day. */
  kwh: z.number().nullable(),
  kwh_devuelta: z.number().nullable(),
  /** Whether a quarter of an hour of the day has no samples: the energy of the gap is then spread evenly over it. */
  incompleto: z.boolean(),
  /** Today, which is not over yet. */
  en_curso: z.boolean(),
  /** The counter began anew at 0: the energy between its last value and the beginning is lost. */
  reinicio: z.boolean(),
  /** A value that cannot be true, as a single 0, was left out. */
  lectura_omitida: z.boolean().default(false),
});
export type EnergiaDia = z.infer<typeof EnergiaDia>;
