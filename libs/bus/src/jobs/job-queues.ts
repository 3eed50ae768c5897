import type { JobData, JobName } from '@acequia/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JobsOptions, Queue } from 'bullmq';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusKeys } from '../keys/bus-keys.js';
import {
  type JobConnection,
  jobConnection,
  type JobEnvelope,
  JOBS_PREFIX,
  queueOf,
  signJob,
} from './job-connection.js';

export interface JobOptions {
  /** A job with an id that is still in the queue is not added again. */
  id?: string;
  /** ms to wait before it runs. */
  delay_ms?: number;
  /** Total number of attempts; default 5. */
  attempts?: number;
  /** Deduplication key: a job is dropped while another with the same key waits or runs. */
  unico?: string;
}

const ATTEMPTS = 5;
/** Limits on kept ended jobs: enough for inspection, too few to fill a Redis that must not evict. */
const KEPT = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1_000 } } as const;

/** A failed repetition is logged and the next one does its work: nothing is left to retry. */
const REPEATED = { ...KEPT, removeOnFail: true, attempts: 1 } as const;

/** Jobs that repeated in versions before. A newer version beside this one may repeat others. */
const RETIRED = ['nube.repartir', 'avisos.repartir'];

/** Adds jobs for the service that JOBS names. */
@Injectable()
export class JobQueues implements OnApplicationShutdown {
  private readonly queues = new Map<string, Promise<Queue>>();
  private readonly connections: JobConnection[] = [];

  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly keys: BusKeys,
  ) {}

  /** Waits while the durable Redis is away; rejects when Redis refuses the job. */
  async add<N extends JobName>(name: N, data: JobData<N>, options: JobOptions = {}): Promise<void> {
    const settings: JobsOptions = {
      ...KEPT,
      attempts: options.attempts ?? ATTEMPTS,
      backoff: { type: 'exponential', delay: 1_000 },
      ...(options.id !== undefined && { jobId: options.id }),
      ...(options.delay_ms !== undefined && { delay: options.delay_ms }),
      ...(options.unico !== undefined && { deduplication: { id: options.unico } }),
    };
    const queue = await this.open(name);
    await queue.add(name, this.envelope(name, data, this.options.trace.current()), settings);
  }

  /** Makes a job repeat unless it already does; safe to call from several instances. */
  async schedule(name: JobName, every_ms: number): Promise<void> {
    const queue = await this.open(name);
    const known = await queue.getJobScheduler(name);
    const envelope = this.envelope(name, {}, name);
    const before = known?.template?.data as Partial<JobEnvelope> | undefined;
    // Adding again an unchanged scheduler would restart its interval.
    if (known?.every === every_ms && before?.firma === envelope.firma) return;
    // The scheduler's jobs carry a signature of an older key and would be refused until the next one is due.
    if (known && before?.firma !== envelope.firma) await queue.removeJobScheduler(name);
    await queue.upsertJobScheduler(name, { every: every_ms }, { name, data: envelope, opts: REPEATED });
  }

  /** Ends the repetitions of versions before in this job's queue: each would go on for ever. */
  async unscheduleRetired(name: JobName): Promise<void> {
    const queue = await this.open(name);
    for (const { key } of await queue.getJobSchedulers())
      if (RETIRED.includes(key)) await queue.removeJobScheduler(key);
  }

  async onApplicationShutdown(): Promise<void> {
    const queues = await Promise.all(this.queues.values());
    await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)));
    for (const connection of this.connections) connection.end();
  }

  private envelope(name: JobName, data: object, trace_id: string): JobEnvelope {
    return { data, trace_id, firma: signJob(this.keys.signer, name, data) };
  }

  /** The queue of this job, opened once. */
  open(name: JobName): Promise<Queue> {
    const { nombre } = queueOf(name);
    let queue = this.queues.get(nombre);
    if (!queue) this.queues.set(nombre, (queue = this.connect(nombre)));
    return queue;
  }

  private async connect(nombre: string): Promise<Queue> {
    // Loaded lazily so that only services with jobs pay for BullMQ's memory.
    const { Queue } = await import('bullmq');
    const own = jobConnection(this.options.durable);
    this.connections.push(own);
    const queue = new Queue(nombre, { connection: own.connection, prefix: JOBS_PREFIX });
    queue.on('error', (error) => this.options.logger.debug({ err: error, queue: queue.name }, 'job queue'));
    return queue;
  }
}
