import { Farm, startAcequia } from '@acequia/testing';
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuByName, cpuOfProcess } from './cpu.js';
import { registered } from './growth.bench.js';
import { ask, startLoader } from './ingest/loaders.js';

const BOARDS = 500;
const SECONDS = 15;
/** Samples on their way at once, of all boards. */
const IN_FLIGHT = 2_000;
const LOOK_MS = 200;
const DRAIN_MS = 120_000;
const SHARING = ['device-gateway', 'telemetry-history'] as const;

/** Two gateways and two writers that share the boards and their shards, beside one of each, on the same machine. */
export async function benchShards(): Promise<object[]> {
  const one = await measured(1, 1);
  const two = await measured(2, 4);
  return [
    {
      bench:
        'shards: two gateways and two writers against one of each, as fast as acknowledged, PUBLISH → committed row',
      boards: BOARDS,
      two,
      yardstick_one: one,
      ratio: Math.round((two.persisted_per_s / one.persisted_per_s) * 100) / 100,
      load_1m: Math.round(loadavg()[0]! * 10) / 10,
      wanted: 'ratio ≥ 0.85, shares ≥ 0.8, missing 0',
    },
  ];
}

async function measured(instances: number, shards: number) {
  const acequia = await startAcequia({ instances, env: { READINGS_SHARDS: String(shards) } });
  const db = new pg.Client(acequia.databaseUrl);
  const loaders: ChildProcess[] = [];
  try {
    await db.connect();
    const root = await acequia.loginAdmin();
    const boards = await registered(root, (await Farm.create(acequia, root)).empresa.id, BOARDS);
    const each = Math.ceil(BOARDS / instances);
    for (const [i, url] of acequia.doors.mqtt.entries()) {
      const loader = startLoader();
      loaders.push(loader);
      await ask(loader, { connect: { url, boards: boards.slice(i * each, (i + 1) * each) } });
    }
    const load = (seconds: number) =>
      Promise.all(
        loaders.map((loader) => ask(loader, { flatOut: { seconds, inFlight: Math.ceil(IN_FLIGHT / instances) } })),
      );
    const rows = async (): Promise<number> => {
      const { rows: counted } = await db.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM telemetry_history.lecturas',
      );
      return counted[0]!.n;
    };
    const stored = async (count: number): Promise<void> => {
      for (const end = Date.now() + DRAIN_MS; (await rows()) < count && Date.now() < end;) await sleep(LOOK_MS);
    };
    const warm = (await load(SECONDS / 3)).reduce((sum, { acked }) => sum + acked!, 0);
    await stored(warm);
    const cpu = (): number[][] => SHARING.map((service) => acequia.services[service]!.map(cpuOfProcess));
    const loading = (): number => loaders.reduce((sum, { pid }) => sum + cpuOfProcess(pid!), 0);
    const parts = (): Record<string, number> => ({ ...cpuByName(acequia), 'load processes': loading() });
    const [before, byPart, first, began] = [cpu(), parts(), await rows(), Date.now()];
    const runs = await load(SECONDS);
    const acked = runs.reduce((sum, { acked: n }) => sum + n!, 0);
    await stored(first + acked);
    const seconds = (Date.now() - began) / 1_000;
    const used = cpu().map((pids, i) => pids.map((ms, j) => ms - before[i]![j]!));
    const perSample = Object.entries(parts()).map(([name, ms]) => [
      name,
      Math.round(((ms - byPart[name]!) * 10_000) / acked) / 10,
    ]);
    return {
      persisted_per_s: Math.round(acked / seconds),
      acked_per_s: runs.reduce((sum, { acked_per_s }) => sum + acked_per_s!, 0),
      missing: Math.max(0, first + acked - (await rows())),
      failed: runs.reduce((sum, { failed }) => sum + failed!, 0),
      cpu_us_per_sample: Object.fromEntries(perSample) as object,
      /** The CPU of the instance that used least, of that which used most. */
      shares: Object.fromEntries(
        SHARING.map((service, i) => [service, Math.round((100 * Math.min(...used[i]!)) / Math.max(...used[i]!)) / 100]),
      ),
    };
  } finally {
    for (const loader of loaders) loader.kill('SIGKILL');
    await db.end();
    await acequia.stop();
  }
}
