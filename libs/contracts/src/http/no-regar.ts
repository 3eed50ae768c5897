import { z } from 'zod';
import { WithExpiry, WithIdempotencyKey } from '../comando.js';
import { Nothing } from '../common.js';
import { NoRegar, NoRegarSave } from '../programa.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition, TODOS } from './route.js';

export const noRegar = {
  'no_regar.listar': {
    method: 'GET',
    path: '/no-regar',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Avisos de «No regar hasta…» que están en vigor',
    call: 'no_regar.listar',
    query: DeEmpresa,
    response: z.array(NoRegar),
  },
  'no_regar.crear': {
    method: 'POST',
    path: '/no-regar',
    access: ADMINS,
    token: 'administrar',
    status: 201,
    resumen: 'No regar hasta…, en la empresa, una placa o un sitio',
    call: 'no_regar.crear',
    headers: WithIdempotencyKey,
    body: NoRegarSave,
    response: NoRegar,
  },
  'no_regar.eliminar': {
    method: 'DELETE',
    path: '/no-regar/:id',
    access: ADMINS,
    token: 'administrar',
    status: 204,
    resumen: 'Volver a regar',
    call: 'no_regar.eliminar',
    params: PorId,
    headers: WithExpiry,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
