import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const EXPANSION = fileURLToPath(new URL('../../../apps/automation/dist/oracle/bench.js', import.meta.url));

/** How long it takes to plan what programs do; measured inside the service's own build, without its database. */
export async function benchPrograms(): Promise<object[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [EXPANSION]);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as object);
}
