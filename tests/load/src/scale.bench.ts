import { Farm, startAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { registered } from './growth.bench.js';
import { ask, startLoader } from './ingest/loaders.js';
import { type CpuTimes, fullAt, installationFor } from './scale/installation.js';
import { type Second, secondsAt } from './scale/service-times.js';
import { simulate } from './scale/simulation.js';

const BOARDS = 5_000;
const RATES = [500, 1_500, 4_000];
const SECONDS = 12;
/** The rate whose measured times to commit the simulation is held against. */
const CHECKED = 1_500;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SIMULATED_S = 30;

/** What a sample costs each part here, what 1,000 to 1,000,000 boards need by that, and the times to commit of the largest, simulated. */
export async function benchScale(): Promise<object[]> {
  const acequia = await startAcequia();
  const loader = startLoader();
  try {
    const root = await acequia.loginAdmin();
    const boards = await registered(root, (await Farm.create(acequia, root)).empresa.id, BOARDS);
    await ask(loader, { connect: { url: acequia.mqtt, boards } });
    const measured = new Map<number, Second[]>();
    for (const rate of RATES) measured.set(rate, await secondsAt(acequia, loader, rate, SECONDS));
    const all = [...measured.values()].flat();
    const cpu_us = medians(all);
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    const installations = SIZES.map((size) => installationFor(size, cpu_us));
    const largest = installations.at(-1)!;
    return [
      { bench: `scale: a sample of ${BOARDS} boards, µs of CPU`, cpu_us, load_1m },
      {
        bench: 'scale: transactions of the history writer, by rate',
        measured: Object.fromEntries(
          [...measured].map(([rate, seconds]) => [
            rate,
            { rows: median(seconds.map((s) => s.batch_rows)), ms: median(seconds.map((s) => s.batch_ms)) },
          ]),
        ),
        load_1m,
      },
      {
        bench: `scale: the simulation of what ran here, ${CHECKED} samples/s`,
        ...simulate({ samples_per_s: CHECKED, gateways: 1, shards: 1, seconds: SIMULATED_S, measured: all }),
        yardstick_measured_mean_ms: median(measured.get(CHECKED)!.map(({ commit_ms }) => commit_ms)),
        load_1m,
      },
      { bench: 'scale: boards with which one process of a part is full', full_at: fullAt(cpu_us), load_1m },
      ...installations.map((installation) => ({
        bench: `scale: ${installation.boards} boards`,
        ...installation,
        load_1m,
      })),
      {
        bench: `scale: ${largest.boards} boards, simulated with the measured times`,
        ...simulate({ ...largest, seconds: SIMULATED_S, measured: all }),
        load_1m,
      },
    ];
  } finally {
    loader.kill('SIGKILL');
    await acequia.stop();
  }
}

const median = (values: number[]): number =>
  Math.round((values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN) * 100) / 100;

const medians = (seconds: readonly Second[]): CpuTimes => {
  const names = new Set(seconds.flatMap(({ cpu_us }) => Object.keys(cpu_us)));
  return Object.fromEntries([...names].map((name) => [name, median(seconds.map(({ cpu_us }) => cpu_us[name] ?? 0))]));
};
