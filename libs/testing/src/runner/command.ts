import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Outcome {
  code: number;
  output: string;
}

export interface CommandOptions {
  env?: Record<string, string>;
  /** `errors`: stderr (where Jest reports) goes straight to the terminal; otherwise all output is kept in `output`. */
  live?: 'errors';
  onStart?: (child: ChildProcess) => void;
}

/** No daemon, no cloud, no colours in a log file. */
const PLAIN = {
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }),
};

let node = process.execPath;

/** Tools started from now on run on the Node at `path`. */
export const runToolsOn = (path: string): void => {
  node = path;
};

/** Runs a Node tool from node_modules, e.g. `eslint/bin/eslint.js`. No stdin. */
export const runTool = (tool: string, args: string[], options: CommandOptions = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(node, [...nodeFlags(tool), `${ROOT}node_modules/${tool}`, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...PLAIN, ...options.env },
      stdio: ['ignore', 'pipe', options.live ? 'inherit' : 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
    options.onStart?.(child);
  });

/**
 * Jest runs this repository as native ES modules. Room for short-lived objects, MB: with Node's 16 a tenth of a suite was the collection of
 * garbage. Flags, because every service would inherit NODE_OPTIONS.
 */
const JEST_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'];
const nodeFlags = (tool: string): string[] => (tool.startsWith('jest/') ? JEST_FLAGS : []);
