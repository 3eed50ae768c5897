import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { endProcess, identityOf, TEST_RUN } from '@acequia/local';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const workingFolder = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

/**
 * pids of processes that carry the run's id or refer to its folder (Redis overwrites its environment, but not its
 * folder).
 */
export const processesOf = (run: string, folder: string): number[] => {
  if (!existsSync('/proc/self/environ')) {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.includes(folder));
    return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
  }
  const mark = `${TEST_RUN}=${run}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        read(`/proc/${pid}/environ`).split('\0').includes(mark) ||
        workingFolder(pid).startsWith(folder) ||
        read(`/proc/${pid}/cmdline`).includes(folder),
    )
    .map(Number);
};

/** Ends every process that a crashed or interrupted test left running. */
export const sweep = async (run: string, folder: string): Promise<void> => {
  const left = processesOf(run, folder)
    .map(identityOf)
    .filter((one) => one !== null);
  await Promise.all(left.map((one) => endProcess(one, 'SIGTERM', 1_000)));
};
