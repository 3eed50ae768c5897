import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchDue } from './programas/due.js';
import { benchNeighbours } from './programas/neighbours.js';
import { benchReach } from './programas/reach.js';

const EXPANSION = fileURLToPath(new URL('../../../apps/automation/dist/oracle/bench.js', import.meta.url));

/**
 * Programs: how fast they are expanded, how soon a change is on its board, how late 500 turns of one second start, and what other companies
 * notice of a large one.
 */
export async function benchPrograms(): Promise<object[]> {
  return [...(await expansion()), await benchReach(), ...(await benchDue()), ...(await benchNeighbours())];
}

/** Measured inside the service's own build, without its database. */
async function expansion(): Promise<object[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [EXPANSION]);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as object);
}
