import { Importacion, ImportResultado } from '../importacion.js';
import { ADMINS, type RouteDefinition } from './route.js';

export const importacion = {
  'importacion.hacer': {
    method: 'POST',
    path: '/importacion',
    access: ADMINS,
    // It creates people too.
    token: null,
    status: 200,
    resumen: 'Importar empresas, usuarios, placas y switches: todo o nada; sin aplicar, solo prueba',
    call: 'importacion.hacer',
    body: Importacion,
    response: ImportResultado,
  },
} as const satisfies Record<string, RouteDefinition>;
