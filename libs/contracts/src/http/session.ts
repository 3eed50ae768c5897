import { z } from 'zod';
import { Nothing } from '../common.js';
import { ChangePassword, LogIn, OpenSession, UsuarioDeSesion } from '../session.js';
import { TODOS, type RouteDefinition } from './route.js';
import { Vistas } from '../vista.js';

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
  'cuenta.leer': {
    method: 'GET',
    path: '/cuenta',
    access: TODOS,
    status: 200,
    resumen: 'La persona de la sesión, con la zona horaria que su empresa tiene ahora',
    call: 'cuenta.leer',
    response: UsuarioDeSesion,
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
  'cuenta.vistas': {
    method: 'GET',
    path: '/cuenta/vistas',
    access: TODOS,
    status: 200,
    resumen: 'Vistas de listas que la persona guardó',
    call: 'vistas.leer',
    response: Vistas,
  },
  'cuenta.guardar_vistas': {
    method: 'PUT',
    path: '/cuenta/vistas',
    access: TODOS,
    status: 200,
    resumen: 'Guardar las vistas de la persona: el cuerpo reemplaza a las que había',
    call: 'vistas.guardar',
    body: Vistas,
    response: Vistas,
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
