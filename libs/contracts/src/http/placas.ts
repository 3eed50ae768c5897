import { z } from 'zod';
import { Nada } from '../common.js';
import { Descarte, Placa, PlacaCredencial, PlacaDireccion, PlacasRegistrar } from '../placa.js';
import { GLOBAL, ADMINS, PorPlaca, DeEmpresa, type RouteDefinition } from './route.js';

export const placas = {
  'placas.listar': {
    method: 'GET',
    path: '/placas',
    access: ADMINS,
    status: 200,
    resumen: 'Placas',
    query: DeEmpresa,
    response: z.array(Placa),
  },
  'placas.direccion': {
    method: 'GET',
    path: '/placas/direccion',
    access: ADMINS,
    status: 200,
    resumen: 'Dirección MQTT a la que se conectan las placas',
    response: PlacaDireccion,
  },
  'placas.registrar': {
    method: 'POST',
    path: '/placas',
    access: GLOBAL,
    status: 201,
    resumen: 'Registrar placas y emitir sus credenciales (se muestran una sola vez)',
    errores: ['numero_de_placa_ocupado'],
    body: PlacasRegistrar,
    response: z.array(PlacaCredencial),
  },
  'placas.renovar_credencial': {
    method: 'POST',
    path: '/placas/:placa_id/credencial',
    access: ADMINS,
    status: 201,
    resumen: 'Emitir credenciales nuevas; las anteriores dejan de valer cuando la placa usa las nuevas, o a las 24 h',
    params: PorPlaca,
    response: PlacaCredencial,
  },
  'placas.revocar': {
    method: 'POST',
    path: '/placas/:placa_id/revocar',
    access: ADMINS,
    status: 204,
    resumen: 'Revocar las credenciales y cortar la conexión',
    params: PorPlaca,
    response: Nada,
  },
  'placas.eliminar': {
    method: 'DELETE',
    path: '/placas/:placa_id',
    access: GLOBAL,
    status: 204,
    resumen: 'Eliminar placa sin switches',
    errores: ['placa_en_uso'],
    params: PorPlaca,
    response: Nada,
  },
  'placas.descartes': {
    method: 'GET',
    path: '/placas/:placa_id/descartes',
    access: ADMINS,
    status: 200,
    resumen: 'Mensajes de la placa que no se guardaron, con su motivo',
    params: PorPlaca,
    response: z.array(Descarte),
  },
} as const satisfies Record<string, RouteDefinition>;
