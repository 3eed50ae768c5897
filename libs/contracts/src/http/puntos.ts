import { z } from 'zod';
import { Nothing, TextId } from '../common.js';
import { MedidasResultado, MedidasSave } from '../medida.js';
import { CsvPuntoQuery, SeriePunto, SeriePuntoQuery } from '../punto-serie.js';
import { CampoSinUsar, MagnitudRow, Punto, PuntoSave } from '../punto.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition, TODOS } from './route.js';

export const puntos = {
  'magnitudes.listar': {
    method: 'GET',
    path: '/magnitudes',
    access: TODOS,
    status: 200,
    resumen: 'Catálogo de lo que se puede medir',
    response: z.array(MagnitudRow),
  },
  'puntos.listar': {
    method: 'GET',
    path: '/puntos',
    access: ADMINS,
    status: 200,
    resumen: 'Puntos de medición con su último valor',
    call: 'puntos.listar',
    query: DeEmpresa.extend({ placa_id: TextId.optional() }),
    response: z.array(Punto),
  },
  'puntos.crear': {
    method: 'POST',
    path: '/puntos',
    access: ADMINS,
    status: 201,
    resumen: 'Crear punto de medición',
    call: 'puntos.crear',
    body: PuntoSave,
    response: Punto,
  },
  'puntos.actualizar': {
    method: 'PUT',
    path: '/puntos/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Guardar punto de medición',
    call: 'puntos.actualizar',
    errors: ['version_vieja'],
    params: PorId,
    body: PuntoSave,
    response: Punto,
  },
  'puntos.eliminar': {
    method: 'DELETE',
    path: '/puntos/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar punto de medición',
    call: 'puntos.eliminar',
    params: PorId,
    response: Nothing,
  },
  'puntos.sin_usar': {
    method: 'GET',
    path: '/puntos/sin-usar',
    access: ADMINS,
    status: 200,
    resumen:
      'Lo que llega y no se guarda: de una placa de otro firmware (`placa_id`), o de los nodos LoRaWAN de la empresa (`fuente=lorawan`)',
    call: 'puntos.sin_usar',
    query: DeEmpresa.extend({ placa_id: TextId.optional(), fuente: z.literal('lorawan').optional() }),
    response: z.array(CampoSinUsar),
  },
  'medidas.guardar': {
    method: 'POST',
    path: '/medidas',
    access: ADMINS,
    status: 200,
    resumen:
      'Valores que envía un programa, de puntos con fuente «api»: a lo más 5,000 y 1 MB; responde cuando están guardados',
    call: 'medidas.guardar',
    errors: ['demasiadas_solicitudes'],
    body: MedidasSave,
    response: MedidasResultado,
  },
  'puntos.serie': {
    method: 'GET',
    path: '/puntos/:id/serie',
    access: ADMINS,
    status: 200,
    resumen:
      'Historia de un punto en a lo más `puntos` tramos: promedio, mínimo y máximo, o lo que creció un contador; los huecos, null',
    params: PorId,
    query: SeriePuntoQuery,
    response: SeriePunto,
  },
  'puntos.csv': {
    method: 'GET',
    path: '/puntos/:id/csv',
    access: ADMINS,
    status: 200,
    resumen: 'Valores de un punto, CSV',
    params: PorId,
    query: CsvPuntoQuery,
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
