import { JOBS, type JobName, type Servicio } from '@acequia/contracts';
import type { ConnectionOptions } from 'bullmq';
import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';

/** Hash-tagged: all keys of BullMQ's queues live in one slot of a Redis Cluster. */
export const JOBS_PREFIX = '{jobs}';

export interface JobQueue {
  nombre: string;
  /** Jobs of it that run at once in one instance. */
  a_la_vez: number;
}

const CONCURRENCY = 4;

interface Definition {
  servicio: Servicio;
  cola?: JobQueue;
}

/** A service's jobs share one queue, except those that have their own. */
export const queueOf = (name: JobName): JobQueue => {
  const { servicio, cola }: Definition = JOBS[name];
  return cola ?? { nombre: servicio, a_la_vez: CONCURRENCY };
};

const LONGEST_RETRY_MS = 1_000;

export interface JobConnection {
  connection: ConnectionOptions;
  /** After BullMQ has closed: it never ends a connection that it did not make. */
  end(): void;
}

/** BullMQ's blocking connections wait for ever by design (maxRetriesPerRequest null); ours fail fast. So it gets its own. */
export const jobConnection = (client: RedisClient): JobConnection => {
  if (client instanceof Cluster) {
    const own = client.duplicate([], { redisOptions: { maxRetriesPerRequest: null } });
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
