import { AppError } from '@acequia/contracts';
import { FairQueue } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Calculations, Job, Kind, Outcome } from './jobs.js';

// Of the build, also where a test runs the sources: a thread cannot load TypeScript.
const THREAD = new URL('../../dist/calculation/calculator.thread.js', import.meta.url);
/** Longest time of one calculation, ms. */
export const LIMIT_MS = 2_000;
const MOST_WAITING = 100;
const HEAP_MB = 256;

/** Calculates in a thread of its own what a person asks for, so that the service's own goes on answering. Companies take turns. */
@Injectable()
export class Calculator implements BeforeApplicationShutdown {
  private thread: Promise<Worker> | undefined;
  private readonly queue = new FairQueue(1, MOST_WAITING, () => new AppError('demasiadas_solicitudes'));

  async beforeApplicationShutdown(): Promise<void> {
    await this.end();
  }

  /** @throws AppError `calculo_largo` past the limit, `demasiadas_solicitudes` while too many wait */
  run<K extends Kind>(
    empresa_id: number,
    kind: K,
    request: Calculations[K]['request'],
    limit_ms = LIMIT_MS,
  ): Promise<Calculations[K]['result']> {
    const requester = { address: String(empresa_id), account: '', known: true };
    return this.queue.run(requester, () => this.calculate({ kind, request }, limit_ms));
  }

  private async calculate<K extends Kind>(job: Job<K>, limit_ms: number): Promise<Calculations[K]['result']> {
    const thread = await (this.thread ??= start().catch((error: unknown) => {
      this.thread = undefined;
      throw error;
    }));
    const giveUp = AbortSignal.timeout(limit_ms);
    thread.postMessage(job);
    try {
      const [outcome] = (await once(thread, 'message', { signal: giveUp })) as [Outcome];
      if ('refused' in outcome) throw AppError.fromJSON(outcome.refused);
      if ('failed' in outcome) throw new Error(outcome.failed);
      return outcome.result;
    } catch (error) {
      if (error instanceof AppError) throw error;
      // It may still calculate, or have ended: the next one starts afresh.
      await this.end();
      throw giveUp.aborted ? new AppError('calculo_largo', { cause: error }) : error;
    }
  }

  private async end(): Promise<void> {
    const thread = this.thread;
    this.thread = undefined;
    await (await thread?.catch(() => undefined))?.terminate();
  }
}

const start = async (): Promise<Worker> => {
  const thread = new Worker(THREAD, { name: 'calculator', resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  await once(thread, 'message');
  thread.unref();
  // A thread that ends is noticed by the calculation that waits for it.
  thread.on('error', () => undefined);
  return thread;
};
