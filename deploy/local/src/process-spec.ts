import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How to start one process, and how to end it kindly. What the supervisor and the tests both run. */
export interface ProcessSpec {
  /** For the logs and the terminal, e.g. `inventory` or `postgres`. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Of the files it makes; this process's unless said. */
  umask?: number;
  /** SIGTERM unless said; PostgreSQL wants SIGINT to end without waiting for its clients. */
  stopSignal?: NodeJS.Signals;
  /** Runs before each start: clears what a killed predecessor left behind. */
  prepare?: () => Promise<void>;
  /** For tests: the kernel ends it with this signal when its parent dies (Linux, where util-linux has `setpriv`; elsewhere nothing happens). */
  diesWithParent?: NodeJS.Signals;
}

/** Marks every process of one test run, so that the runner can end what a crashed test left behind. */
export const TEST_RUN = 'ACEQUIA_TEST_RUN';

/** Environment of a server that is not ours (PostgreSQL, Redis): as little as it needs. */
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

/** Starts it in a process group of its own, so that a Ctrl-C in the terminal reaches only who may end it in order. */
export const startProcess = (spec: ProcessSpec, stdio: StdioOptions): ChildProcess => {
  // A child inherits the umask of the moment it is spawned in.
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

/** Asks `check` every `everyMs` until it answers true. Returns false when `timeoutMs` has passed first, or `signal` was given. */
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
