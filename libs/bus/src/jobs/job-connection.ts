import { JOBS, type JobName, type Service } from '@acequia/contracts';
import type { ConnectionOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';
import type { Signer } from '../keys/signer.js';

/** Hash-tagged so that all keys of BullMQ's queues share one slot of a Redis Cluster. */
export const JOBS_PREFIX = '{jobs}';

export interface JobQueue {
  nombre: string;
  /** Jobs of this queue that run at once in one instance. */
  a_la_vez: number;
}

export interface JobEnvelope {
  data: unknown;
  trace_id: string;
  /** Signature of the job's name and data. */
  firma: string;
}

export const signJob = (signer: Signer, name: string, data: unknown): string =>
  signer.sign(`${JOBS_PREFIX}${name}`, JSON.stringify(data));

export const isSignedJob = (signer: Signer, name: string, job: Partial<JobEnvelope>): boolean =>
  signer.verify(`${JOBS_PREFIX}${name}`, JSON.stringify(job.data) ?? '', job.firma);

const CONCURRENCY = 4;

interface Definition {
  servicio: Service;
  cola?: JobQueue;
}

/** A service's jobs share one queue, except jobs that define their own. */
export const queueOf = (name: JobName): JobQueue => {
  const { servicio, cola }: Definition = JOBS[name];
  return cola ?? { nombre: servicio, a_la_vez: CONCURRENCY };
};

const LONGEST_RETRY_MS = 1_000;

export interface JobConnection {
  connection: ConnectionOptions;
  /** Call after BullMQ has closed: BullMQ never ends a connection that it did not open. */
  end(): void;
}

/** BullMQ needs connections that wait without limit (maxRetriesPerRequest null); the bus's own fail fast, so BullMQ gets its own. */
export const jobConnection = (client: RedisClient): JobConnection => {
  if (client instanceof Cluster) {
    const { redisOptions = {} } = client.options;
    const own = client.duplicate([], { redisOptions: { ...redisOptions, maxRetriesPerRequest: null } as object });
    own.on('error', () => undefined);
    return { connection: own, end: () => own.disconnect() };
  }
  const connection = {
    ...client.options,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    enableOfflineQueue: true,
    lazyConnect: false,
    retryStrategy: (times: number) => Math.min(50 * times, LONGEST_RETRY_MS),
  } as ConnectionOptions;
  return { connection, end: () => undefined };
};
