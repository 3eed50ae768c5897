import { JOBS, type JobName } from '@acequia/contracts';
import type { Job, Worker } from 'bullmq';
import type { BusOptions } from '../bus.options.js';
import { atMost } from '../redis/pause.js';
import type { Signer } from '../keys/signer.js';
import type { BusMetrics } from '../metrics.js';
import {
  isSignedJob,
  type JobConnection,
  jobConnection,
  type JobEnvelope,
  type JobQueue,
  JOBS_PREFIX,
  queueOf,
} from './job-connection.js';
import type { JobQueues } from './job-queues.js';

export type JobHandler = (data: unknown, context: undefined) => Promise<unknown>;

/** A worker that stalls longer than this loses its job to another; handlers are idempotent. */
const LOCK_MS = 15_000;
/** Interval of the search for jobs of killed workers, ms; the second search that finds a job without its lock hands the job on. */
const ORPHANS_EVERY_MS = 5_000;
/** Schedules are renewed because a flushed Redis loses them. */
const SCHEDULE_EVERY_MS = 30_000;
/** Stopping waits this long for a running job, ms; then its lock expires and another instance runs the job again. */
const LONGEST_GOODBYE_MS = 6_000;

/** Runs the jobs of a service: scheduled jobs and added ones. */
export class JobWorker {
  private workers: Worker[] = [];
  private connection: JobConnection | undefined;
  private scheduling: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: BusOptions,
    private readonly signer: Signer,
    private readonly metrics: BusMetrics,
    private readonly queues: JobQueues,
    private readonly handlers: ReadonlyMap<string, JobHandler>,
    private readonly scheduleEveryMs = SCHEDULE_EVERY_MS,
  ) {}

  /** Does not wait for Redis, which may connect later. */
  async start(): Promise<void> {
    const { Worker } = await import('bullmq');
    this.connection = jobConnection(this.options.durable);
    const queues = new Map([...this.handlers.keys()].map((name) => queueOf(name as JobName)).map((q) => [q.nombre, q]));
    for (const queue of queues.values()) this.workers.push(this.open(Worker, queue, this.connection));
    this.schedule();
    this.scheduling = setInterval(() => this.schedule(), this.scheduleEveryMs).unref();
  }

  /** Stops taking jobs and waits for running ones. */
  async stop(): Promise<void> {
    clearInterval(this.scheduling);
    await Promise.all(this.workers.map((worker) => atMost(worker.close(), LONGEST_GOODBYE_MS, undefined)));
    this.connection?.end();
  }

  private open(Kind: typeof Worker, { nombre, a_la_vez }: JobQueue, { connection }: JobConnection): Worker {
    const { logger } = this.options;
    const worker = new Kind(nombre, (job: Job<JobEnvelope>) => this.run(job), {
      connection,
      prefix: JOBS_PREFIX,
      concurrency: a_la_vez,
      lockDuration: LOCK_MS,
      stalledInterval: ORPHANS_EVERY_MS,
    });
    worker.on('error', (error) => logger.debug({ err: error, queue: nombre }, 'job worker'));
    worker.on('failed', (job, error) =>
      logger.error({ err: error, job: job?.name, attempt: job?.attemptsMade }, 'a job failed'),
    );
    return worker;
  }

  private schedule(): void {
    const queues = new Map([...this.handlers.keys()].map((name) => [queueOf(name as JobName).nombre, name as JobName]));
    for (const [queue, name] of queues)
      this.queues
        .unscheduleRetired(name)
        .catch((error: unknown) =>
          this.options.logger.warn({ err: error, queue }, 'old repetitions could not be ended'),
        );
    for (const name of this.handlers.keys()) {
      const definition = JOBS[name as JobName] as { every_ms?: number };
      if (definition.every_ms === undefined) continue;
      this.queues
        .schedule(name as JobName, definition.every_ms)
        .catch((error: unknown) => this.options.logger.warn({ err: error, job: name }, 'a job could not be scheduled'));
    }
  }

  private async run(job: Job<JobEnvelope>): Promise<void> {
    const handler = this.handlers.get(job.name);
    const definition = JOBS[job.name as JobName];
    // A job that this version no longer knows: it is dropped.
    if (!handler || !definition) return;
    if (!isSignedJob(this.signer, job.name, job.data ?? {})) {
      this.metrics.unsigned('job');
      const { UnrecoverableError } = await import('bullmq');
      // Kept among the failed jobs for inspection.
      throw new UnrecoverableError('it was not signed with the key of this installation');
    }
    await this.options.trace.run(job.data.trace_id, () => handler(definition.data.parse(job.data.data), undefined));
  }
}
