import { z } from 'zod';
import { Fecha, IdTexto } from './common.js';
import { EnergiaDia, SERIE_ANCHO_MAXIMO, SERIE_ANCHO_POR_OMISION, SerieEnergia } from './energia.js';
import type { RouteDefinition } from './http.js';

const TODOS = ['admin_global', 'admin_empresa', 'usuario'] as const;
const PorId = z.object({ id: IdTexto });
const vacio = (value: unknown): unknown => (value === '' ? undefined : value);
const Dia = z.preprocess(vacio, Fecha.optional());

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

export const rutasEnergia = {
  'dispositivos.energia': {
    method: 'GET',
    path: '/dispositivos/:id/energia',
    access: TODOS,
    status: 200,
    resumen:
      'Historia eléctrica de un dispositivo en a lo más `ancho` puntos (promedio, mínimo y máximo; los huecos, null)',
    params: PorId,
    query: z.object(RangoYAncho),
    response: SerieEnergia,
  },
  'dispositivos.energia_dias': {
    method: 'GET',
    path: '/dispositivos/:id/energia/dias',
    access: TODOS,
    status: 200,
    resumen: 'kWh por día, del contador del medidor, en la zona horaria de la empresa',
    params: PorId,
    query: z.object({ desde: Dia, hasta: Dia }),
    response: z.array(EnergiaDia),
  },
  'dispositivos.csv_energia': {
    method: 'GET',
    path: '/dispositivos/:id/energia/csv',
    access: TODOS,
    status: 200,
    resumen: 'Mediciones eléctricas de un dispositivo, CSV',
    params: PorId,
    query: z.object({ desde: Dia, hasta: Dia }),
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
