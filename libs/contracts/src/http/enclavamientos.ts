import { z } from 'zod';
import { Nothing } from '../common.js';
import { Enclavamiento, EnclavamientoSave } from '../enclavamiento.js';
import { ADMINS, PorId, DeEmpresa, type RouteDefinition } from './route.js';

export const enclavamientos = {
  'enclavamientos.listar': {
    method: 'GET',
    path: '/enclavamientos',
    access: ADMINS,
    token: 'leer',
    status: 200,
    resumen: 'Enclavamientos: qué switches no pueden estar encendidos juntos, y qué bombas requieren una válvula',
    call: 'enclavamientos.listar',
    query: DeEmpresa,
    response: z.array(Enclavamiento),
  },
  'enclavamientos.crear': {
    method: 'POST',
    path: '/enclavamientos',
    access: ADMINS,
    token: 'administrar',
    status: 201,
    resumen: 'Crear enclavamiento',
    call: 'enclavamientos.crear',
    body: EnclavamientoSave,
    response: Enclavamiento,
  },
  'enclavamientos.actualizar': {
    method: 'PUT',
    path: '/enclavamientos/:id',
    access: ADMINS,
    token: 'administrar',
    status: 200,
    resumen: 'Guardar enclavamiento',
    call: 'enclavamientos.actualizar',
    errors: ['version_vieja'],
    params: PorId,
    body: EnclavamientoSave,
    response: Enclavamiento,
  },
  'enclavamientos.eliminar': {
    method: 'DELETE',
    path: '/enclavamientos/:id',
    access: ADMINS,
    token: 'administrar',
    status: 204,
    resumen: 'Eliminar enclavamiento',
    call: 'enclavamientos.eliminar',
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
