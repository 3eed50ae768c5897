import { z } from 'zod';
import { AuditoriaQuery, AuditoriaPage } from '../auditoria.js';
import { Comando } from '../comando.js';
import { OptionalInstant } from '../series.js';
import { TextId } from '../common.js';
import { ADMINS, TODOS, type RouteDefinition } from './route.js';

export const logs = {
  'comandos.listar': {
    method: 'GET',
    path: '/comandos',
    access: TODOS,
    token: 'leer',
    status: 200,
    resumen: 'Comandos pedidos, del más nuevo al más viejo (hasta 200), en [desde, hasta)',
    call: 'comandos.listar',
    query: z.object({
      empresa_id: TextId.optional(),
      switch_id: TextId.optional(),
      dispositivo_id: TextId.optional(),
      desde: OptionalInstant,
      hasta: OptionalInstant,
    }),
    response: z.array(Comando),
  },
  'auditoria.listar': {
    method: 'GET',
    path: '/auditoria',
    access: ADMINS,
    // It tells people's e-mails and where they log in from.
    token: null,
    status: 200,
    resumen: 'Quién cambió qué y cuándo',
    call: 'auditoria.listar',
    query: AuditoriaQuery,
    response: AuditoriaPage,
  },
} as const satisfies Record<string, RouteDefinition>;
