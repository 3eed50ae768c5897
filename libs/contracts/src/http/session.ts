import { z } from 'zod';
import { Nothing } from '../common.js';
import { ChangePassword, LogIn, OpenSession } from '../session.js';
import { TODOS, type RouteDefinition } from './route.js';

export const sesion = {
  'auth.entrar': {
    method: 'POST',
    path: '/auth/login',
    access: 'publico',
    status: 200,
    resumen: 'Entrar',
    errors: ['credenciales_invalidas'],
    body: LogIn,
    response: OpenSession,
  },
  'auth.salir': {
    method: 'POST',
    path: '/auth/logout',
    access: TODOS,
    status: 204,
    resumen: 'Terminar la sesión',
    response: Nothing,
  },
  'cuenta.clave': {
    method: 'POST',
    path: '/cuenta/clave',
    access: TODOS,
    status: 200,
    resumen: 'Cambiar la contraseña propia; termina las demás sesiones',
    errors: ['clave_actual_incorrecta', 'clave_comun'],
    body: ChangePassword,
    response: OpenSession,
  },
  salud: {
    method: 'GET',
    path: '/health',
    access: 'publico',
    status: 200,
    resumen: 'Estado de los servicios (503 con los que no responden)',
    response: z.object({ status: z.string(), sin_respuesta: z.array(z.string()).optional() }),
  },
} as const satisfies Record<string, RouteDefinition>;
