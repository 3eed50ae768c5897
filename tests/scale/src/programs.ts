import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, identityOf, startProcess, TEST_RUN, type ProcessSpec } from '@acequia/local';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Program = Pick<ProcessSpec, 'name' | 'command' | 'args'> & Partial<ProcessSpec>;

/** Processes of one test and their folder; {@link end} stops them in reverse order and removes it. */
export class Programs {
  readonly folder = mkdtempSync(join(tmpdir(), 'acequia-scale-'));
  private readonly running = new Map<string, ChildProcess>();

  constructor() {
    // PostgreSQL runs as another user.
    chmodSync(this.folder, 0o755);
  }

  start(program: Program): ChildProcess {
    const log = openSync(this.logOf(program.name), 'a');
    const { [TEST_RUN]: run } = process.env;
    const env = { PATH: process.env['PATH'], ...(run && { [TEST_RUN]: run }), ...program.env };
    const child = startProcess({ ...program, env, diesWithParent: 'SIGKILL' }, ['ignore', log, log]);
    child.on('error', () => undefined);
    this.running.set(program.name, child);
    return child;
  }

  /** Runs to its end. @throws with its output when it fails */
  run(program: Program): string {
    const { status, stdout, stderr } = spawnSync(program.command, program.args, {
      env: { PATH: process.env['PATH'], ...program.env },
      cwd: program.cwd ?? ROOT,
      encoding: 'utf8',
      ...(program.uid !== undefined && { uid: program.uid }),
      ...(program.gid !== undefined && { gid: program.gid }),
    });
    if (status !== 0) throw new Error(`${program.name}: ${stdout}${stderr}`);
    return stdout;
  }

  logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  /** What it has written so far. */
  said(name: string): string {
    return readFileSync(this.logOf(name), 'utf8');
  }

  async stop(name: string, signal: NodeJS.Signals = 'SIGTERM', patienceMs?: number): Promise<void> {
    const child = this.running.get(name);
    this.running.delete(name);
    const identity = child?.pid === undefined || child.exitCode !== null ? null : identityOf(child.pid);
    if (identity) await endProcess(identity, signal, patienceMs);
  }

  async end(): Promise<void> {
    for (const name of [...this.running.keys()].reverse()) await this.stop(name);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
