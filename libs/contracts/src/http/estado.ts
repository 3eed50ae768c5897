import { Nothing } from '../common.js';
import { DescartadoReintentar, EstadoSistema } from '../sistema.js';
import type { RouteDefinition } from './route.js';

export const estado = {
  'estado.leer': {
    method: 'GET',
    path: '/estado',
    access: ['admin_global'],
    token: null,
    status: 200,
    resumen: 'Servicios, atrasos, colas, descartes, disco, respaldo y certificado de la instalación',
    response: EstadoSistema,
  },
  'estado.reintentar': {
    method: 'POST',
    path: '/estado/descartados/reintentar',
    access: ['admin_global'],
    token: null,
    status: 204,
    resumen: 'Intentar otra vez un evento o un trabajo descartado',
    body: DescartadoReintentar,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
