import { z } from 'zod';
import { Nothing } from '../common.js';
import { Token, TokenCreado, TokenSave } from '../token.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition } from './route.js';

export const tokens = {
  'tokens.listar': {
    method: 'GET',
    path: '/tokens',
    access: ADMINS,
    token: null,
    status: 200,
    resumen: 'Tokens con los que programas usan esta API',
    call: 'tokens.listar',
    query: DeEmpresa,
    response: z.array(Token),
  },
  'tokens.crear': {
    method: 'POST',
    path: '/tokens',
    access: ADMINS,
    token: null,
    status: 201,
    resumen: 'Crear un token para un programa (se muestra una sola vez)',
    call: 'tokens.crear',
    errors: ['sin_permiso', 'limite_tokens'],
    body: TokenSave,
    response: TokenCreado,
  },
  'tokens.revocar': {
    method: 'DELETE',
    path: '/tokens/:id',
    access: ADMINS,
    token: null,
    status: 204,
    resumen: 'Revocar un token: deja de valer de inmediato',
    call: 'tokens.revocar',
    errors: ['puesto_por_la_plataforma'],
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
