import { z } from 'zod';
import { DerivadosDia, SwitchControl, ReglaClima, ReglaClimaSave } from '../clima.js';
import { WithIdempotencyKey } from '../comando.js';
import { Dia, Nothing, TextId } from '../common.js';
import { ADMINS, DeEmpresa, PorId, type RouteDefinition, TODOS } from './route.js';

/** Base of degree days, °C; default 10. */
const Base = z
  .string()
  .regex(/^\d{1,2}(\.\d)?$/, 'Debe ser un número')
  .transform(Number)
  .pipe(z.number().min(0).max(30))
  .default(10);

export const clima = {
  'clima.listar': {
    method: 'GET',
    path: '/clima/reglas',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Reglas de clima; a un usuario, las etapas de sus switches',
    call: 'clima.listar',
    query: DeEmpresa,
    response: z.array(ReglaClima),
  },
  'clima.crear': {
    method: 'POST',
    path: '/clima/reglas',
    access: ADMINS,
    token: 'administrar',
    status: 201,
    resumen: 'Crear regla de clima',
    call: 'clima.crear',
    headers: WithIdempotencyKey,
    body: ReglaClimaSave,
    response: ReglaClima,
  },
  'clima.actualizar': {
    method: 'PUT',
    path: '/clima/reglas/:id',
    access: ADMINS,
    token: 'administrar',
    status: 200,
    resumen: 'Guardar regla de clima',
    call: 'clima.actualizar',
    errors: ['version_vieja'],
    params: PorId,
    body: ReglaClimaSave,
    response: ReglaClima,
  },
  'clima.eliminar': {
    method: 'DELETE',
    path: '/clima/reglas/:id',
    access: ADMINS,
    token: 'administrar',
    status: 204,
    resumen: 'Eliminar regla de clima',
    call: 'clima.eliminar',
    params: PorId,
    response: Nothing,
  },
  'clima.mandos': {
    method: 'GET',
    path: '/clima/mandos',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Quién manda en cada switch ahora: una persona, un programa o una regla, y desde cuándo',
    call: 'clima.mandos',
    query: DeEmpresa,
    response: z.array(SwitchControl),
  },
  'clima.derivados': {
    method: 'GET',
    path: '/clima/derivados',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen:
      'Por día, del sensor de un switch: extremos, DPV, punto de rocío, grados día, horas frío y ET0 (sin fechas: 30 días)',
    call: 'clima.derivados',
    query: z.object({ switch_id: TextId, desde: Dia, hasta: Dia, base: Base }),
    response: z.array(DerivadosDia),
  },
  'clima.csv_derivados': {
    method: 'GET',
    path: '/clima/derivados/csv',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Los valores derivados por día, CSV',
    query: z.object({ switch_id: TextId, desde: Dia, hasta: Dia, base: Base }),
    response: 'text/csv',
  },
} as const satisfies Record<string, RouteDefinition>;
