import { z } from 'zod';
import type { Service } from './caller.js';
import { Id } from './common.js';

interface JobDefinition {
  servicio: Service;
  data: z.ZodType;
  /** Repeats by itself every so many ms; absent = only when asked for. */
  every_ms?: number;
  /** Waits in a queue of its own, so that many of it keep nothing else waiting; so many run at once in one instance. */
  cola?: { nombre: string; a_la_vez: number };
}

/** Work that is scheduled, retried or rate-limited (BullMQ). A job may run twice: every handler is idempotent. */
export const JOBS = {
  'telemetria.particiones': { servicio: 'telemetry-history', data: z.object({}), every_ms: 3_600_000 },
  'telemetria.borrar_empresa': { servicio: 'telemetry-history', data: z.object({ empresa_id: Id }) },
  'placas.barrer_conexiones': { servicio: 'device-gateway', data: z.object({}), every_ms: 10_000 },
  /** Finds the relay cloud accounts that are due, and asks for a round of each. */
  'nube.repartir': { servicio: 'device-gateway', data: z.object({}), every_ms: 1_000 },
  /** A round of one account: its commands, its read-backs, then its devices that are due. Mostly waits for its turn. */
  'nube.cuenta': {
    servicio: 'device-gateway',
    data: z.object({ cuenta: z.string() }),
    cola: { nombre: 'device-gateway-nube', a_la_vez: 128 },
  },
  /** Finds the addressees that something waits for. */
  'avisos.repartir': { servicio: 'alerts', data: z.object({}), every_ms: 1_000 },
  /** Sends the summaries whose hour has come. */
  'avisos.resumir': { servicio: 'alerts', data: z.object({}), every_ms: 60_000 },
  /** Sends what waits for one addressee. Mostly waits for its turn. */
  'avisos.entregar': {
    servicio: 'alerts',
    data: z.object({ empresa_id: Id, canal: z.string(), destino: z.string() }),
    cola: { nombre: 'alerts-entregas', a_la_vez: 32 },
  },
} as const satisfies Record<string, JobDefinition>;
export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.infer<(typeof JOBS)[N]['data']>;
