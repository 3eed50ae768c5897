import { z } from 'zod';
import { Milliseconds } from './common.js';

export const SERIES_MAX_WIDTH = 500;
export const SERIES_DEFAULT_WIDTH = 300;
/** Longest range of a series, ms: eleven years. */
export const SERIES_MAX_RANGE_MS = 11 * 366 * 86_400_000;
const Values = z.array(z.number().nullable());
/** One value per point: average, minimum and maximum. All null without samples: a gap, not 0. */
export const Banda = z.object({ prom: Values, min: Values, max: Values });
export type Banda = z.infer<typeof Banda>;

/** Columns of equal length: start and sample count of each point. */
export const SeriesPoints = z.object({
  /** `muestras` = raw samples; otherwise points of `paso_s` seconds, in the empresa's zone (a day may have 23 h or 25 h). */
  nivel: z.enum(['muestras', 'intervalos']),
  paso_s: z.number().int().nullable(),
  zona_horaria: z.string(),
  /** Beginning of each point, ms. */
  ts: z.array(Milliseconds),
  /** Samples per point; 0 = a gap. */
  n: z.array(z.number().int()),
});

/** History of a switch's sensor: °C and % relative humidity. */
export const SerieSensores = SeriesPoints.extend({ temperatura: Banda, humedad: Banda });
export type SerieSensores = z.infer<typeof SerieSensores>;

const empty = (value: unknown): unknown => (value === '' ? undefined : value);

/** The last instant a Date can hold. */
const MAX_MS = 8.64e15;
/** An instant in a query: ISO 8601 with its offset, or ms since 1970. */
export const Instant = z
  .union([
    z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ])
  .refine((ms) => ms >= 0 && ms <= MAX_MS, 'La fecha no existe');
export const OptionalInstant = z.preprocess(empty, Instant.optional());

/** Number of points that fit a chart. */
export const Width = z.preprocess(
  empty,
  z
    .string()
    .regex(/^\d{1,4}$/, 'Debe ser un número')
    .transform(Number)
    .pipe(z.number().min(1).max(SERIES_MAX_WIDTH))
    .default(SERIES_DEFAULT_WIDTH),
);

/** A range and a width: [desde, hasta); without them the last 24 hours. */
export const RangeAndWidth = { desde: OptionalInstant, hasta: OptionalInstant, ancho: Width };

/** A range between services: [desde, hasta) in ms. */
export const SeriesRange = z.object({
  desde: z.number().int(),
  hasta: z.number().int(),
  ancho: z.number().int().min(1).max(SERIES_MAX_WIDTH),
});
