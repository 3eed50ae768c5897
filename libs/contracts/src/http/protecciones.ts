import { z } from 'zod';
import { WithExpiry } from '../comando.js';
import { Nothing } from '../common.js';
import { OmitirProteccion, Proteccion, ProteccionSave } from '../proteccion.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition } from './route.js';

export const protecciones = {
  'protecciones.listar': {
    method: 'GET',
    path: '/protecciones',
    access: ADMINS,
    token: 'leer',
    status: 200,
    resumen:
      'Protecciones: qué switches apaga una placa, o el servicio donde ninguna puede, cuando un punto pasa de su límite, y cuáles han actuado',
    call: 'protecciones.listar',
    query: DeEmpresa,
    response: z.array(Proteccion),
  },
  'protecciones.crear': {
    method: 'POST',
    path: '/protecciones',
    access: ADMINS,
    token: 'administrar',
    status: 201,
    resumen: 'Crear protección',
    call: 'protecciones.crear',
    body: ProteccionSave,
    response: Proteccion,
  },
  'protecciones.actualizar': {
    method: 'PUT',
    path: '/protecciones/:id',
    access: ADMINS,
    token: 'administrar',
    status: 200,
    resumen: 'Guardar protección',
    call: 'protecciones.actualizar',
    errors: ['version_vieja'],
    params: PorId,
    body: ProteccionSave,
    response: Proteccion,
  },
  'protecciones.omitir': {
    method: 'POST',
    path: '/protecciones/:id/omitir',
    access: ADMINS,
    // Somebody has looked at the well: a person decides.
    token: null,
    status: 200,
    resumen: 'Omitir una protección por unos minutos, 240 como máximo; 0 termina de omitirla',
    call: 'protecciones.omitir',
    params: PorId,
    headers: WithExpiry,
    body: OmitirProteccion,
    response: Proteccion,
  },
  'protecciones.soltar': {
    method: 'POST',
    path: '/protecciones/:id/soltar',
    access: ADMINS,
    token: null,
    status: 200,
    resumen: 'Soltar una protección que actuó; si nada disparó, no cambia nada',
    call: 'protecciones.soltar',
    params: PorId,
    headers: WithExpiry,
    response: Proteccion,
  },
  'protecciones.eliminar': {
    method: 'DELETE',
    path: '/protecciones/:id',
    access: ADMINS,
    token: 'administrar',
    status: 204,
    resumen: 'Eliminar protección',
    call: 'protecciones.eliminar',
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
