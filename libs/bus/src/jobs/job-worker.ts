import { JOBS, type JobName, type Servicio } from '@acequia/contracts';
import type { Job, Worker } from 'bullmq';
import type { BusOptions } from '../bus.options.js';
import { atMost } from '../redis/pause.js';
import { type JobConnection, jobConnection, JOBS_PREFIX, queueOf } from './job-connection.js';
import type { JobQueues } from './job-queues.js';

export type JobHandler = (data: unknown, context: undefined) => Promise<unknown>;

interface JobEnvelope {
  data: unknown;
  trace_id: string;
}

const CONCURRENCY = 4;
/** A worker that was away longer than this loses its job to another: handlers are idempotent. */
const LOCK_MS = 30_000;
/** A Redis that was emptied forgot what repeats. */
const SCHEDULE_EVERY_MS = 30_000;
/** A job that takes longer to end is left: its lock runs out and another instance does it again. */
const LONGEST_GOODBYE_MS = 6_000;

/** Does the jobs of a service: the scheduled ones by themselves, the others as they are added. */
export class JobWorker {
  private worker: Worker | undefined;
  private connection: JobConnection | undefined;
  private scheduling: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: Servicio,
    private readonly options: BusOptions,
    private readonly queues: JobQueues,
    private readonly handlers: ReadonlyMap<string, JobHandler>,
    private readonly scheduleEveryMs = SCHEDULE_EVERY_MS,
  ) {}

  /** Does not wait for Redis, which may come later. */
  async start(): Promise<void> {
    const { logger } = this.options;
    const { Worker } = await import('bullmq');
    this.connection = jobConnection(this.options.durable);
    this.worker = new Worker(queueOf(this.service), (job: Job<JobEnvelope>) => this.run(job), {
      connection: this.connection.connection,
      prefix: JOBS_PREFIX,
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
    });
    this.worker.on('error', (error) => logger.debug({ err: error }, 'job worker'));
    this.worker.on('failed', (job, error) =>
      logger.error({ err: error, job: job?.name, attempt: job?.attemptsMade }, 'a job failed'),
    );
    this.schedule();
    this.scheduling = setInterval(() => this.schedule(), this.scheduleEveryMs).unref();
  }

  /** Takes nothing more and lets what runs end. */
  async stop(): Promise<void> {
    clearInterval(this.scheduling);
    if (this.worker) await atMost(this.worker.close(), LONGEST_GOODBYE_MS, undefined);
    this.connection?.end();
  }

  private schedule(): void {
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
    // A job of a version that is gone: nobody will ever know what to do with it.
    if (!handler || !definition) return;
    await this.options.trace.run(job.data.trace_id, () => handler(definition.data.parse(job.data.data), undefined));
  }
}
