import { eventually, type RunningAcequia } from '@acequia/testing';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whom a kill may hit: `service#instance` or a part. */
const victimsOf = (acequia: RunningAcequia): Map<string, number> => {
  const all = new Map<string, number>(Object.entries(acequia.parts));
  for (const [service, pids] of Object.entries(acequia.services))
    for (const [n, pid] of pids.entries()) all.set(`${service}#${n + 1}`, pid);
  return all;
};

/** Kills one random process of everything that runs, with -9. @returns its name */
export const killOne = async (
  acequia: RunningAcequia,
  random: () => number,
  names: readonly string[],
): Promise<string> => {
  const name = names[Math.floor(random() * names.length)] ?? '';
  const rest = random();
  const pid = await eventually(() => {
    const found = victimsOf(acequia).get(name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return found;
  });
  process.kill(pid, 'SIGKILL');
  // Up to two seconds: the next one falls into the restart of this one as well as after it.
  await sleep(2_000 * rest);
  return name;
};

/** Names of everything that can be killed, in the same order in every run. */
export const namesOf = (acequia: RunningAcequia): string[] => [...victimsOf(acequia).keys()].sort();

/** Progress of a long run, kept in a file so that it resumes where it was stopped. */
export interface Progress {
  seed: number;
  kills: number;
  acknowledged: number;
  /** Acknowledged values of points, of boards and of a program. */
  values: number;
  commands: number;
  /** Longest time from the last kill of a block until everything answered again, ms. */
  slowest_ms: number;
  by: Record<string, number>;
}

export const readProgress = (file: string | undefined, seed: number): Progress => {
  const none = { seed, kills: 0, acknowledged: 0, values: 0, commands: 0, slowest_ms: 0, by: {} };
  const known = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : null;
  return known?.seed === seed ? { ...none, ...known } : none;
};

export const keepProgress = (file: string | undefined, progress: Progress): void => {
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(progress, null, 2));
};
