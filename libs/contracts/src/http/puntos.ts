import { z } from 'zod';
import { Nothing, TextId } from '../common.js';
import { MagnitudRow, Punto, PuntoSave } from '../punto.js';
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
} as const satisfies Record<string, RouteDefinition>;
