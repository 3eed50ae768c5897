import { z } from 'zod';
import { Nothing } from '../common.js';
import { Usuario, UsuarioSave } from '../usuario.js';
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
    errors: ['email_duplicado', 'limite_usuarios', 'clave_comun'],
    body: UsuarioSave,
    response: Usuario,
  },
  'usuarios.actualizar': {
    method: 'PUT',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 200,
    resumen: 'Guardar usuario',
    errors: ['version_vieja', 'email_duplicado', 'limite_usuarios', 'clave_comun', 'ultimo_admin', 'uno_mismo'],
    params: PorId,
    body: UsuarioSave,
    response: Usuario,
  },
  'usuarios.suspender': {
    method: 'PATCH',
    path: '/usuarios/:id/suspender',
    access: ADMINS,
    status: 200,
    resumen: 'Suspender usuario',
    errors: ['ultimo_admin', 'uno_mismo'],
    params: PorId,
    response: Usuario,
  },
  'usuarios.reactivar': {
    method: 'PATCH',
    path: '/usuarios/:id/reactivar',
    access: ADMINS,
    status: 200,
    resumen: 'Reactivar usuario',
    errors: ['limite_usuarios'],
    params: PorId,
    response: Usuario,
  },
  'usuarios.eliminar': {
    method: 'DELETE',
    path: '/usuarios/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Eliminar usuario',
    errors: ['ultimo_admin', 'uno_mismo'],
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
