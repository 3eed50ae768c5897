import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

const BEAT_MS = 500;

/** What the thread gets: its longest standstill in ticks of a second, and its last words. */
export interface Watched {
  /** Two Int32: the counter that the event loop raises, and 1 while a debugger may have stopped it. */
  beats: SharedArrayBuffer;
  most: number;
  line: string;
}

/**
 * Ends the process with SIGKILL when its event loop has not turned for `limit_s`: nothing within a loop that hangs could, and whoever
 * supervises the process starts another. The thread writes one log line first. A process under a debugger is left alone.
 */
export const watchEventLoop = (service: string, instance: string, limit_s: number, logger: Logger): void => {
  const beats = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const shared = new Int32Array(beats);
  setInterval(() => {
    Atomics.add(shared, 0, 1);
    Atomics.store(shared, 1, url() === undefined ? 0 : 1);
  }, BEAT_MS).unref();
  const line = JSON.stringify({ level: 'fatal', service, instance, limit_s, msg: 'The event loop hangs' });
  const workerData: Watched = { beats, most: limit_s, line };
  const thread = new Worker(new URL('./watchdog.thread.js', import.meta.url), {
    workerData,
    name: 'watchdog',
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  thread.on('error', (error) => logger.error({ err: error }, 'Nothing watches the event loop'));
  thread.unref();
};
