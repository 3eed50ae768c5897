import { z } from 'zod';
import { FechaSalida, Milisegundos } from './common.js';
import { MAGNITUDES_MEDICION, type MagnitudMedicion } from './readings.js';

/** Most points of one series. */
export const SERIE_ANCHO_MAXIMO = 500;
export const SERIE_ANCHO_POR_OMISION = 300;
/** Longest series that may be asked for, ms: eleven years. */
export const SERIE_RANGO_MAXIMO_MS = 11 * 366 * 86_400_000;
/** Most days of GET /dispositivos/{id}/energia/dias, and what it answers without dates. */
export const ENERGIA_DIAS_MAXIMO = 400;
export const ENERGIA_DIAS_POR_OMISION = 30;

const Valores = z.array(z.number().nullable());
/** One value per point: what it was on average, and its band. All null where nobody measured: a gap, not 0. */
export const Banda = z.object({ prom: Valores, min: Valores, max: Valores });
export type Banda = z.infer<typeof Banda>;

const magnitudes = Object.fromEntries(MAGNITUDES_MEDICION.map(([campo]) => [campo, Banda])) as Record<
  MagnitudMedicion,
  typeof Banda
>;

/** A meter's history as columns of equal length: V, A, W, VA, °C. */
export const SerieEnergia = z.object({
  /** `muestras` = every sample as it came; else points of `paso_s` seconds, in the company's zone (a day may have 23 h or 25 h). */
  nivel: z.enum(['muestras', 'intervalos']),
  paso_s: z.number().int().nullable(),
  zona_horaria: z.string(),
  /** Beginning of each point, ms. */
  ts: z.array(Milisegundos),
  /** Samples in it; 0 = a gap. */
  n: z.array(z.number().int()),
  series: z.object(magnitudes),
});
export type SerieEnergia = z.infer<typeof SerieEnergia>;

/** One day of the company's calendar, from the meter's own counters. */
export const EnergiaDia = z.object({
  fecha: FechaSalida,
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
