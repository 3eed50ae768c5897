import { z } from 'zod';
import { Dia, TextId } from '../common.js';
import {
  EncendidoDia,
  HistorialEvent,
  MAX_POINTS,
  DEFAULT_POINTS,
  EventPosition,
  HistorialPoint,
} from '../historial.js';
import { CsvFormat } from '../exports.js';
import { RangeAndWidth, SerieSensores } from '../series.js';
import { TODOS, type RouteDefinition } from './route.js';

export const historial = {
  'historial.puntos': {
    method: 'GET',
    path: '/switches/historial',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Últimos puntos de temperatura y humedad, del más viejo al más nuevo',
    call: 'historial.puntos',
    query: z.object({
      switch_id: TextId,
      limit: z
        .string()
        .regex(/^\d{1,6}$/, 'Debe ser un número')
        .transform(Number)
        .pipe(z.number().min(1).max(MAX_POINTS))
        .default(DEFAULT_POINTS),
    }),
    response: z.array(HistorialPoint),
  },
  'historial.serie': {
    method: 'GET',
    path: '/switches/historial/serie',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen:
      'Temperatura y humedad de un switch en a lo más `ancho` puntos (promedio, mínimo y máximo; los huecos, null)',
    query: z.object({ switch_id: TextId, ...RangeAndWidth }),
    response: SerieSensores,
  },
  'historial.eventos': {
    method: 'GET',
    path: '/switches/historial/usuario',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Encendidos y apagados de los switches de un usuario, o de un switch, del más nuevo al más viejo',
    call: 'historial.eventos',
    // `switch_id` = this switch only; 404 when it is not among theirs. Without `usuario_id`: of that switch, for whoever may read it.
    // `antes` = the `_id` of an entry: the page of entries before it, however old; absent = the bounds of DEC-10.
    query: z
      .object({
        usuario_id: TextId.optional(),
        desde: Dia,
        hasta: Dia,
        antes: EventPosition.optional(),
        switch_id: TextId.optional(),
      })
      .refine(({ usuario_id, switch_id }) => usuario_id !== undefined || switch_id !== undefined, {
        path: ['usuario_id'],
        error: 'Falta el usuario o el switch',
      })
      .meta({ example: { usuario_id: '7' } }),
    response: z.array(HistorialEvent),
  },
  'historial.encendido': {
    method: 'GET',
    path: '/switches/historial/encendido',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Minutos ENCENDIDO por día de un switch, en la zona horaria de la empresa (sin fechas: 30 días)',
    call: 'historial.encendido',
    query: z.object({ switch_id: TextId, desde: Dia, hasta: Dia }),
    response: z.array(EncendidoDia),
  },
  'historial.csv_sensores': {
    method: 'GET',
    path: '/switches/historial/temp/csv',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen:
      'Temperatura y humedad de un switch, CSV; con formato=ancho, de todos los switches de su sitio: una fila por instante, dos columnas por switch',
    query: z.object({
      switch_id: TextId,
      formato: z.preprocess((value) => (value === '' ? undefined : value), CsvFormat.optional()),
      desde: Dia,
      hasta: Dia,
    }),
    response: 'text/csv',
  },
  'historial.csv_estados': {
    method: 'GET',
    path: '/switches/historial/estados/csv',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Encendidos y apagados de una empresa (los asignados, para un usuario), CSV',
    query: z.object({ empresa_id: TextId, desde: Dia, hasta: Dia }),
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
