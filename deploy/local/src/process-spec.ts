import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How to start and stop one process; used by the supervisor and the tests. */
export interface ProcessSpec {
  /** For the logs and the terminal, e.g. `inventory` or `postgres`. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** umask of its files; default: this process's. */
  umask?: number;
  /** Default SIGTERM; PostgreSQL and the services stop on SIGINT without waiting for their clients to leave. */
  stopSignal?: NodeJS.Signals;
  /** Runs before each start: removes what a killed predecessor left. */
  prepare?: () => Promise<void>;
  /** For tests: the kernel ends it with this signal when its parent dies (Linux, where util-linux has `setpriv`; elsewhere nothing happens). */
  diesWithParent?: NodeJS.Signals;
}

/** Environment variable on every process of one test run, so that the runner can end what a crashed test left running. */
export const TEST_RUN = 'ACEQUIA_TEST_RUN';

/** Minimal environment for third-party servers (PostgreSQL, Redis). */
export const bareEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...(process.env[TEST_RUN] && { [TEST_RUN]: process.env[TEST_RUN] }),
});

const SETPRIV = '/usr/bin/setpriv';

/** `setpriv` replaces itself with the program: the pid stays the program's. */
const commandOf = ({ command, args, diesWithParent }: ProcessSpec): [string, string[]] =>
  diesWithParent && existsSync(SETPRIV)
    ? [SETPRIV, ['--pdeathsig', diesWithParent.replace('SIG', ''), command, ...args]]
    : [command, args];

/** Starts the process in its own process group, so that Ctrl-C reaches only the process that stops the others in order. */
export const startProcess = (spec: ProcessSpec, stdio: StdioOptions): ChildProcess => {
  // A child inherits the umask at the time of the spawn.
  const before = spec.umask === undefined ? null : process.umask(spec.umask);
  try {
    return spawn(...commandOf(spec), {
      env: spec.env,
      stdio,
      detached: true,
      ...(spec.cwd !== undefined && { cwd: spec.cwd }),
      ...(spec.uid !== undefined && { uid: spec.uid }),
      ...(spec.gid !== undefined && { gid: spec.gid }),
    });
  } finally {
    if (before !== null) process.umask(before);
  }
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `check` every `everyMs` until it returns true. Returns false after `timeoutMs`, or when `signal` aborts. */
export const waitUntil = async (
  check: () => Promise<boolean>,
  timeoutMs: number,
  everyMs = 100,
  signal?: AbortSignal,
): Promise<boolean> => {
  const end = Date.now() + timeoutMs;
  while (!signal?.aborted) {
    if (await check()) return true;
    if (Date.now() + everyMs > end) return false;
    await pause(everyMs);
  }
  return false;
};
