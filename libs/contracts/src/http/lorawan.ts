import { z } from 'zod';
import { ChirpstackEvento, LorawanResultado, NodoLorawan, TtsMensaje } from '../lorawan.js';
import { ADMINS, DeEmpresa, type RouteDefinition } from './route.js';

/** What the calls of both doors may answer beyond a bad request. */
const ERRORS = ['demasiadas_solicitudes', 'servicio_no_disponible'] as const;

/** The doors of LoRaWAN network servers, and what is known of their nodes. */
export const lorawan = {
  'lorawan.chirpstack': {
    method: 'POST',
    path: '/lorawan/chirpstack',
    access: ADMINS,
    token: 'medir',
    status: 200,
    resumen: 'Evento de ChirpStack v4 (integración HTTP, JSON): responde cuando sus valores están guardados',
    errors: ERRORS,
    query: DeEmpresa.extend({ event: z.string().max(40) }),
    body: ChirpstackEvento,
    response: LorawanResultado,
  },
  'lorawan.tts': {
    method: 'POST',
    path: '/lorawan/tts',
    access: ADMINS,
    token: 'medir',
    status: 200,
    resumen: 'Mensaje de un webhook de The Things Stack v3: responde cuando sus valores están guardados',
    errors: ERRORS,
    query: DeEmpresa,
    body: TtsMensaje,
    response: LorawanResultado,
  },
  'lorawan.nodos': {
    method: 'GET',
    path: '/lorawan/nodos',
    access: ADMINS,
    token: 'leer',
    status: 200,
    resumen: 'Nodos LoRaWAN de una empresa: cuánto llega y falta de cada uno, y sus campos',
    call: 'lorawan.nodos',
    query: DeEmpresa,
    response: z.array(NodoLorawan),
  },
} as const satisfies Record<string, RouteDefinition>;
