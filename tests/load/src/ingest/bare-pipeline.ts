import { freePort, type RunningAcequia } from '@acequia/testing';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Board } from './fleet.js';

/**
 * Starts the bare pipeline on the Redis and the Postgres of the product, which have nothing else to do meanwhile, and answers its address and
 * boards that it lets in.
 */
export async function startBare(
  acequia: RunningAcequia,
  children: ChildProcess[],
  count: number,
): Promise<{ url: string; boards: Board[] }> {
  const { redis } = acequia.run;
  const port = String(await freePort());
  for (const [file, args] of [
    ['bare-broker.js', [redis, port]],
    ['bare-writer.js', [redis, acequia.databaseUrl]],
  ] as const) {
    const child = fork(new URL(`./${file}`, import.meta.url), args);
    children.push(child);
    await once(child, 'message');
  }
  const boards = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    placa_id: i + 1,
    username: String(i + 1),
    password: 'any',
  }));
  return { url: `mqtt://127.0.0.1:${port}`, boards };
}
