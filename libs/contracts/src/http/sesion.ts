import { z } from 'zod';
import { Nada } from '../common.js';
import { CambiarClave, Entrar, SesionAbierta } from '../sesion.js';
import { TODOS, type RouteDefinition } from './route.js';

export const sesion = {
  'auth.entrar': {
    method: 'POST',
    path: '/auth/login',
    access: 'publico',
    status: 200,
    resumen: 'Entrar',
    errores: ['credenciales_invalidas'],
    body: Entrar,
    response: SesionAbierta,
  },
  'auth.salir': {
    method: 'POST',
    path: '/auth/logout',
    access: TODOS,
    status: 204,
    resumen: 'Terminar la sesión',
    response: Nada,
  },
  'cuenta.clave': {
    method: 'POST',
    path: '/cuenta/clave',
    access: TODOS,
    status: 200,
    resumen: 'Cambiar la contraseña propia; termina las demás sesiones',
    errores: ['clave_actual_incorrecta', 'clave_comun'],
    body: CambiarClave,
    response: SesionAbierta,
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
