import { z } from 'zod';
import { EnergiaDia, SerieEnergia } from '../energia.js';
import { RangeAndWidth } from '../series.js';
import { Dia } from '../common.js';
import { TODOS, PorId, type RouteDefinition } from './route.js';

export const energia = {
  'dispositivos.energia': {
    method: 'GET',
    path: '/dispositivos/:id/energia',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen:
      'Historia eléctrica de un dispositivo en a lo más `ancho` puntos (promedio, mínimo y máximo; los huecos, null)',
    params: PorId,
    query: z.object(RangeAndWidth),
    response: SerieEnergia,
  },
  'dispositivos.energia_dias': {
    method: 'GET',
    path: '/dispositivos/:id/energia/dias',
    access: TODOS,
    token: 'leer',
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
    token: 'leer',
    status: 200,
    resumen: 'Mediciones eléctricas de un dispositivo, CSV',
    params: PorId,
    query: z.object({ desde: Dia, hasta: Dia }),
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
