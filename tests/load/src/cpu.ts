import type { RunningAcequia } from '@acequia/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts in hundredths of a second (proc(5), USER_HZ). */
const TICK_MS = 10;

/** Parent and time used so far (user and system, ms) of a process; null when it is gone. */
function processOf(pid: number | string): { parent: number; ms: number } | null {
  try {
    // After the name, which may hold anything: field 4 is the parent, 14 and 15 are utime and stime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}

/** User and system time of one process, ms; 0 when it is gone. */
export const cpuOfProcess = (pid: number): number => processOf(pid)?.ms ?? 0;

/** User and system time of the services since they started, ms; null where there is no /proc. Steadier than a clock on a busy machine. */
export function cpuOf(acequia: RunningAcequia): number | null {
  const times = Object.values(acequia.services)
    .flat()
    .map((pid) => processOf(pid)?.ms);
  return times.some((ms) => ms === undefined) ? null : times.reduce<number>((sum, ms) => sum + ms!, 0);
}

/** The same for each service and part, ms; PostgreSQL with its backends. {} where there is no /proc. */
export function cpuByName(acequia: RunningAcequia): Record<string, number> {
  const own = Object.entries({ ...acequia.services, ...acequia.parts }).map(([name, pids]) => {
    const times = [pids].flat().map((pid) => processOf(pid)?.ms ?? 0);
    return [name, times.reduce((sum, ms) => sum + ms, 0)] as const;
  });
  const all = Object.fromEntries(own);
  const postgres = acequia.parts['postgres'];
  for (const child of postgres === undefined ? [] : processes()) {
    if (child.parent === postgres) all['postgres'] = (all['postgres'] ?? 0) + child.ms;
  }
  return all;
}

function processes(): { parent: number; ms: number }[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(name) ?? []) : []));
  } catch {
    return [];
  }
}

const LOOK_MS = 2_000;
/** Of one core. */
const AT_REST = 0.3;
const REST_WITHIN_MS = 120_000;

/** Waits until the installation has digested what it was given, so that a screen is measured and not the work before it. @throws after 2 min */
export async function atRest(acequia: RunningAcequia): Promise<void> {
  const used = (): number => Object.values(cpuByName(acequia)).reduce((sum, ms) => sum + ms, 0);
  const end = Date.now() + REST_WITHIN_MS;
  for (let before = used(), rest = false; !rest;) {
    if (Date.now() > end) throw new Error('the services are still at work');
    await sleep(LOOK_MS);
    const now = used();
    // A backend of PostgreSQL that ends takes its time out of the sum.
    rest = Math.abs(now - before) < AT_REST * LOOK_MS;
    before = now;
  }
}

/** Resident memory of a process, kB; 0 where there is no /proc. */
export const rssOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
