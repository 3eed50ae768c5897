import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { waitUntil } from './process-spec.js';

/** A process and its start time: the pid alone may have been reused. */
export interface ProcessIdentity {
  pid: number;
  began: string;
}

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/**
 * The start time in a text of /proc/<pid>/stat, in clock ticks; null when the process has ended. A zombie with threads left still
 * holds its files and ports.
 */
export const startIn = (stat: string): string | null => {
  // The command's name is in parentheses and may contain spaces: count fields from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, start] = [fields[0], Number(fields[17]), fields[19]];
  return state === 'Z' && threads <= 1 ? null : (start ?? null);
};

/** A process's start time, as a text that no later process with the same pid has. null when it does not exist (or is a zombie). */
export const beganOf = (pid: number): string | null => {
  if (platform() === 'linux') {
    const start = startIn(readText(`/proc/${pid}/stat`) ?? '');
    return start && `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${start}`;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

export const identityOf = (pid: number): ProcessIdentity | null => {
  const began = beganOf(pid);
  return began === null ? null : { pid, began };
};

export const isAlive = ({ pid, began }: ProcessIdentity): boolean => beganOf(pid) === began;

/** Ends exactly this process: `signal` first, SIGKILL if it still runs after `patienceMs`. */
export const endProcess = async (
  process_: ProcessIdentity,
  signal: NodeJS.Signals = 'SIGTERM',
  patienceMs = 3_000,
): Promise<void> => {
  const gone = async (): Promise<boolean> => !isAlive(process_);
  for (const [step, patience] of [[signal, patienceMs] as const, ['SIGKILL', 2_000] as const]) {
    if (await gone()) return;
    try {
      process.kill(process_.pid, step);
    } catch {
      return; // The process ended in between.
    }
    if (await waitUntil(gone, patience, 25)) return;
  }
};
