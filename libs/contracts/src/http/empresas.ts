import { z } from 'zod';
import { Nothing } from '../common.js';
import { Empresa, EmpresaSave, EmpresaOption } from '../empresa.js';
import { GLOBAL, ADMINS, PorId, type RouteDefinition } from './route.js';

export const empresas = {
  'empresas.listar': {
    method: 'GET',
    path: '/empresas',
    access: GLOBAL,
    status: 200,
    resumen: 'Empresas',
    response: z.array(Empresa),
  },
  'empresas.seleccion': {
    method: 'GET',
    path: '/empresas/select',
    access: ADMINS,
    status: 200,
    resumen: 'Empresas para elegir (la propia, para admin_empresa)',
    response: z.array(EmpresaOption),
  },
  'empresas.obtener': {
    method: 'GET',
    path: '/empresas/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Una empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.crear': {
    method: 'POST',
    path: '/empresas',
    access: GLOBAL,
    status: 201,
    resumen: 'Crear empresa',
    body: EmpresaSave,
    response: Empresa,
  },
  'empresas.actualizar': {
    method: 'PUT',
    path: '/empresas/:id',
    access: GLOBAL,
    status: 200,
    resumen: 'Guardar empresa',
    errors: ['version_vieja'],
    params: PorId,
    body: EmpresaSave,
    response: Empresa,
  },
  'empresas.desactivar': {
    method: 'PATCH',
    path: '/empresas/:id/desactivar',
    access: GLOBAL,
    status: 200,
    resumen: 'Suspender empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.activar': {
    method: 'PATCH',
    path: '/empresas/:id/activar',
    access: GLOBAL,
    status: 200,
    resumen: 'Reactivar empresa',
    params: PorId,
    response: Empresa,
  },
  'empresas.eliminar': {
    method: 'DELETE',
    path: '/empresas/:id',
    access: GLOBAL,
    status: 204,
    resumen: 'Eliminar empresa',
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
