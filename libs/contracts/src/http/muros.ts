import { z } from 'zod';
import { Nothing, TextId } from '../common.js';
import { Muro, MuroCreado, MuroLink, MuroSave, Pulso, SensorDia } from '../muro.js';
import { RiegoHoy } from '../riego-hoy.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition } from './route.js';

export const muros = {
  'muros.listar': {
    method: 'GET',
    path: '/muros',
    access: ADMINS,
    status: 200,
    resumen: 'Enlaces de pantallas de muro',
    call: 'muros.listar',
    query: DeEmpresa,
    response: z.array(MuroLink),
  },
  'muros.crear': {
    method: 'POST',
    path: '/muros',
    access: ADMINS,
    status: 201,
    resumen: 'Crear un enlace de solo lectura para una pantalla de muro (su clave se muestra una sola vez)',
    call: 'muros.crear',
    errors: ['sin_permiso'],
    body: MuroSave,
    response: MuroCreado,
  },
  'muros.revocar': {
    method: 'DELETE',
    path: '/muros/:id',
    access: ADMINS,
    status: 204,
    resumen: 'Revocar el enlace: la pantalla deja de leer',
    call: 'muros.revocar',
    params: PorId,
    response: Nothing,
  },
  'muro.leer': {
    method: 'GET',
    path: '/muro',
    access: 'publico',
    status: 200,
    resumen: 'Lo que muestra una pantalla de muro, con la clave de su enlace',
    errors: ['enlace_invalido'],
    headers: z.object({ 'x-muro': z.string().describe('Clave del enlace') }),
    response: Muro,
  },
  'situacion.pulso': {
    method: 'GET',
    path: '/situacion/pulso',
    access: ADMINS,
    status: 200,
    resumen: 'Válvulas abiertas y lecturas por hora de cada empresa',
    call: 'situacion.pulso',
    query: DeEmpresa,
    response: z.array(Pulso),
  },
  'situacion.riego': {
    method: 'GET',
    path: '/situacion/riego',
    access: ADMINS,
    status: 200,
    resumen: 'Agua de hoy de cada empresa, y los turnos que riegan o empiezan en las próximas 3 horas',
    call: 'situacion.riego',
    query: DeEmpresa,
    response: RiegoHoy,
  },
  'situacion.sensores': {
    method: 'GET',
    path: '/situacion/sensores',
    access: ADMINS,
    status: 200,
    resumen: 'Temperatura y humedad de cada hora del último día, de todos los sensores de una empresa',
    call: 'situacion.sensores',
    query: z.object({ empresa_id: TextId }),
    response: z.array(SensorDia),
  },
} as const satisfies Record<string, RouteDefinition>;
