import { z } from 'zod';
import { EntregaAviso, MensajeAviso, MensajesQuery } from '../aviso-canal.js';
import { DailySummary, ResumenQuery } from '../aviso-pasado.js';
import { Aviso, AvisoReconocer, AvisosQuery, AvisosReconocer, Silencio, SilencioSave } from '../aviso.js';
import { Nothing } from '../common.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition, TODOS } from './route.js';

export const avisos = {
  'avisos.listar': {
    method: 'GET',
    path: '/avisos',
    access: TODOS,
    status: 200,
    resumen: 'Avisos: lo que está mal ahora y lo que estuvo mal; de un usuario, lo que toca a sus switches',
    query: AvisosQuery,
    response: z.array(Aviso),
  },
  'avisos.reconocer_varios': {
    method: 'POST',
    path: '/avisos/reconocer',
    access: TODOS,
    status: 200,
    resumen: 'Reconocer varios avisos',
    body: AvisosReconocer,
    response: z.array(Aviso),
  },
  'avisos.reconocer': {
    method: 'POST',
    path: '/avisos/:id/reconocer',
    access: TODOS,
    status: 200,
    resumen: 'Reconocer un aviso: alguien ya lo atiende',
    params: PorId,
    body: AvisoReconocer,
    errors: ['aviso_cerrado'],
    response: Aviso,
  },
  'avisos.entregas': {
    method: 'GET',
    path: '/avisos/:id/entregas',
    access: ADMINS,
    status: 200,
    resumen: 'A quién se le dijo un aviso, y qué fue de cada mensaje',
    params: PorId,
    response: z.array(EntregaAviso),
  },
  'avisos.mensajes': {
    method: 'GET',
    path: '/avisos/mensajes',
    access: ADMINS,
    status: 200,
    resumen: 'Mensajes enviados y por enviar, con lo que pasó con cada uno; los más nuevos primero',
    query: MensajesQuery,
    response: z.array(MensajeAviso),
  },
  'avisos.resumen': {
    method: 'GET',
    path: '/avisos/resumen',
    access: ADMINS,
    status: 200,
    resumen: 'Resumen de un día: riego, consumo, extremos, incidentes y lo que sigue abierto',
    query: ResumenQuery,
    errors: ['datos_invalidos'],
    response: DailySummary,
  },
  'avisos.silencios': {
    method: 'GET',
    path: '/avisos/silencios',
    access: ADMINS,
    status: 200,
    resumen: 'Silencios que valen ahora',
    query: DeEmpresa,
    response: z.array(Silencio),
  },
  'avisos.silenciar': {
    method: 'POST',
    path: '/avisos/silencios',
    access: ADMINS,
    status: 201,
    resumen: 'Silenciar: los avisos se ven, pero a nadie se le dice',
    body: SilencioSave,
    response: Silencio,
  },
  'avisos.eliminar_silencio': {
    method: 'DELETE',
    path: '/avisos/silencios/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Terminar un silencio',
    params: PorId,
    response: Nothing,
  },
} as const satisfies Record<string, RouteDefinition>;
