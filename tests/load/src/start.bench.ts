import { startAcequia } from '@acequia/testing';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const residentMb = (pid: number): number => {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
  return Math.round(Number(kb) / 1024);
};

/** How long a built Acequia takes until every service answers, and what its Node processes hold when nothing happens. */
export async function benchStart(): Promise<object[]> {
  const began = performance.now();
  const acequia = await startAcequia();
  const seconds = Math.round(performance.now() - began) / 1_000;
  try {
    await sleep(15_000);
    const services = Object.fromEntries(
      Object.entries(acequia.services).map(([name, pids]) => [
        name,
        pids.reduce((sum, pid) => sum + residentMb(pid), 0),
      ]),
    );
    const total = Object.values(services).reduce((sum, mb) => sum + mb, 0);
    return [
      { bench: 'start and idle', ready_s: seconds, wanted: '< 25 s installed; < 900 MB', idle_mb: total, services },
    ];
  } finally {
    await acequia.stop();
  }
}
