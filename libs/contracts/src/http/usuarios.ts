import { z } from 'zod';
import { Nada } from '../common.js';
import { Usuario, UsuarioGuardar } from '../usuario.js';
import { ADMINS, PorId, DeEmpresa, type RouteDefinition } from './route.js';

export const usuarios = {
  'usuarios.listar': {
    method: 'GET',
    path: '/usuarios',
    access: ADMINS,
    status: 200,
    resumen: 'Usuarios',
    query: DeEmpresa,
    response: z.array(Usuario),
  },
  'usuarios.crear': {
    method: 'POST',
    path: '/usuarios',
    access: ADMINS,
    status: 201,
    resumen: 'Crear usuario',
    body: UsuarioGuardar,
    response: Usuario,
  },
  'usuarios.actualizar': {
    method: 'PUT',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Guardar usuario',
    params: PorId,
    body: UsuarioGuardar,
    response: Usuario,
  },
  'usuarios.suspender': {
    method: 'PATCH',
    path: '/usuarios/:id/suspender',
    access: ADMINS,
    status: 200,
    resumen: 'Suspender usuario',
    params: PorId,
    response: Usuario,
  },
  'usuarios.reactivar': {
    method: 'PATCH',
    path: '/usuarios/:id/reactivar',
    access: ADMINS,
    status: 200,
    resumen: 'Reactivar usuario',
    params: PorId,
    response: Usuario,
  },
  'usuarios.eliminar': {
    method: 'DELETE',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar usuario',
    params: PorId,
    response: Nada,
  },
} as const satisfies Record<string, RouteDefinition>;
