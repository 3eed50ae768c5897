import { z } from 'zod';
import { Milisegundos } from './common.js';

/** Most points of one series. */
export const SERIE_ANCHO_MAXIMO = 500;
export const SERIE_ANCHO_POR_OMISION = 300;
/** Longest series that may be asked for, ms: eleven years. */
export const SERIE_RANGO_MAXIMO_MS = 11 * 366 * 86_400_000;
const Valores = z.array(z.number().nullable());
/** One value per point: what it was on average, and its band. All null where nobody measured: a gap, not 0. */
export const Banda = z.object({ prom: Valores, min: Valores, max: Valores });
export type Banda = z.infer<typeof Banda>;

/** Columns of equal length: when each point begins, and how much is in it. */
export const PuntosDeSerie = z.object({
  /** `muestras` = every sample as it came; else points of `paso_s` seconds, in the company's zone (a day may have 23 h or 25 h). */
  nivel: z.enum(['muestras', 'intervalos']),
  paso_s: z.number().int().nullable(),
  zona_horaria: z.string(),
  /** Beginning of each point, ms. */
  ts: z.array(Milisegundos),
  /** Samples in it; 0 = a gap. */
  n: z.array(z.number().int()),
});

/** History of a switch's sensor: °C and % relative humidity. */
export const SerieSensores = PuntosDeSerie.extend({ temperatura: Banda, humedad: Banda });
export type SerieSensores = z.infer<typeof SerieSensores>;

const vacio = (value: unknown): unknown => (value === '' ? undefined : value);

/** The last instant a Date can hold. */
const MAX_MS = 8.64e15;
/** An instant in a query: ISO 8601 with its offset, or ms since 1970. */
export const Instante = z
  .union([
    z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ])
  .refine((ms) => ms >= 0 && ms <= MAX_MS, 'La fecha no existe');
const InstanteOpcional = z.preprocess(vacio, Instante.optional());

/** How many points a chart has room for. */
export const Ancho = z.preprocess(
  vacio,
  z
    .string()
    .regex(/^\d{1,4}$/, 'Debe ser un número')
    .transform(Number)
    .pipe(z.number().min(1).max(SERIE_ANCHO_MAXIMO))
    .default(SERIE_ANCHO_POR_OMISION),
);

/** A range and a width: [desde, hasta); without them the last 24 hours. */
export const RangoYAncho = { desde: InstanteOpcional, hasta: InstanteOpcional, ancho: Ancho };

/** The same between services: [desde, hasta) in ms. */
export const RangoDeSerie = z.object({
  desde: z.number().int(),
  hasta: z.number().int(),
  ancho: z.number().int().min(1).max(SERIE_ANCHO_MAXIMO),
});
