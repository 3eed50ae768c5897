import { z } from 'zod';
import { AuditoriaConsulta, AuditoriaPagina } from '../auditoria.js';
import { Comando } from '../comando.js';
import { IdTexto } from '../common.js';
import { ADMINS, TODOS, type RouteDefinition } from './route.js';

export const bitacoras = {
  'comandos.listar': {
    method: 'GET',
    path: '/comandos',
    access: TODOS,
    status: 200,
    resumen: 'Comandos pedidos, del más nuevo al más viejo (hasta 200)',
    query: z.object({
      empresa_id: IdTexto.optional(),
      switch_id: IdTexto.optional(),
      dispositivo_id: IdTexto.optional(),
    }),
    response: z.array(Comando),
  },
  'auditoria.listar': {
    method: 'GET',
    path: '/auditoria',
    access: ADMINS,
    status: 200,
    resumen: 'Quién cambió qué y cuándo',
    query: AuditoriaConsulta,
    response: AuditoriaPagina,
  },
} as const satisfies Record<string, RouteDefinition>;
