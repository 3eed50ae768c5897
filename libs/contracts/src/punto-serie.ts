import { z } from 'zod';
import { DateOutput, Dia, Fecha, Id, Milliseconds } from './common.js';
import { MagnitudKey } from './punto.js';
import { Instant, SeriesPoints, SERIES_MAX_WIDTH, Width } from './series.js';

/** An end of a range: an instant, or a whole day in the empresa's zone. */
const End = z.preprocess((value) => (value === '' ? undefined : value), z.union([Instant, Fecha]).optional());
const EndOutput = z.union([z.number().int(), DateOutput]).optional();

/** Query of GET /puntos/{id}/serie. Days are both included, instants are [desde, hasta); without them the last 24 hours. */
export const SeriePuntoQuery = z.object({ desde: End, hasta: End, puntos: Width });
/** The same between services, instants in ms. */
export const SeriePuntoRequest = z.object({
  punto_id: Id,
  desde: EndOutput,
  hasta: EndOutput,
  puntos: z.number().int().min(1).max(SERIES_MAX_WIDTH),
});
export const CsvPuntoQuery = z.object({ desde: Dia, hasta: Dia });

/**
 * What a point measured, in its magnitude's unit. By the magnitude's clase: `instantanea` has media, minimo and maximo; `contador` has
 * suma, what it grew; `direccion` has media, on a circle; `estado` has media, the share of its values that were 1. null = nothing known.
 */
export const SeriePunto = SeriesPoints.pick({ nivel: true, paso_s: true, zona_horaria: true }).extend({
  magnitud: MagnitudKey,
  unidad: z.string(),
  puntos: z.array(
    z.object({
      /** Its beginning. */
      ts: Milliseconds,
      media: z.number().nullable(),
      minimo: z.number().nullable(),
      maximo: z.number().nullable(),
      suma: z.number().nullable(),
    }),
  ),
});
export type SeriePunto = z.infer<typeof SeriePunto>;
