import { z } from 'zod';
import type { Service } from './caller.js';
import { Id } from './common.js';
import { Mes } from './cuenta.js';

interface JobDefinition {
  servicio: Service;
  data: z.ZodType;
  /** Interval of a repeating job, ms; absent = only on demand. */
  every_ms?: number;
  /** A queue of its own, so that many such jobs delay no others; `a_la_vez` of them run at once in one instance. */
  cola?: { nombre: string; a_la_vez: number };
}

/** Work that is scheduled, retried or rate-limited (BullMQ). A job may run twice, so every handler is idempotent. */
export const JOBS = {
  'telemetria.particiones': { servicio: 'telemetry-history', data: z.object({}), every_ms: 3_600_000 },
  'telemetria.borrar_empresa': { servicio: 'telemetry-history', data: z.object({ empresa_id: Id }) },
  'placas.barrer_conexiones': { servicio: 'device-gateway', data: z.object({}), every_ms: 10_000 },
  /** A round of one account: its commands, its read-backs, then its due devices. Spends most of its time waiting for its slot. */
  'nube.cuenta': {
    servicio: 'device-gateway',
    data: z.object({ cuenta: z.string() }),
    cola: { nombre: 'device-gateway-nube', a_la_vez: 128 },
  },
  /** Finds the destinations with pending messages at once; alerts also looks for them every second. */
  'avisos.repartir': { servicio: 'alerts', data: z.object({}) },
  /** Sends the summaries that are due. */
  'avisos.resumir': { servicio: 'alerts', data: z.object({}), every_ms: 60_000 },
  /** Makes the dossier of a month, once, and mails it. */
  'dossieres.elaborar': {
    servicio: 'alerts',
    data: z.object({ empresa_id: Id, mes: Mes }),
    cola: { nombre: 'alerts-dossieres', a_la_vez: 1 },
  },
  /** Tells the operator by mail what of the installation itself needs a hand. */
  'sistema.vigilar': { servicio: 'alerts', data: z.object({}), every_ms: 15_000 },
  /** Sends the pending messages of one destination. Spends most of its time waiting for its slot. */
  'avisos.entregar': {
    servicio: 'alerts',
    data: z.object({ empresa_id: Id, canal: z.string(), destino: z.string() }),
    cola: { nombre: 'alerts-entregas', a_la_vez: 32 },
  },
} as const satisfies Record<string, JobDefinition>;
export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.infer<(typeof JOBS)[N]['data']>;
