import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
export const BASES = join(ROOT, 'tests/containers/src/bases');

/** What is fetched and built once for all runs: packages, the bases and the layers of images. Delete it to begin anew. */
export const CACHE = process.env['ACEQUIA_CONTAINERS'] ?? '/var/cache/acequia-containers';

export const cached = (...path: string[]): string => {
  const folder = join(CACHE, ...path);
  mkdirSync(folder, { recursive: true });
  return folder;
};

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}

/** Runs a program to its end and answers its stdout. @throws with the end of what it said when it fails */
export const run = (command: string, args: string[], { cwd, env, input }: RunOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: cwd ?? ROOT, env: { ...process.env, ...env } });
    let [out, all] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => ([out, all] = [out + text, all + text]));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${command} ${args.join(' ')}: ${code}\n${all.slice(-40_000)}`)),
    );
    child.stdin.on('error', () => undefined).end(input);
  });

export const shell = (script: string, options: RunOptions = {}): Promise<string> =>
  run('sh', ['-euc', script], options);
