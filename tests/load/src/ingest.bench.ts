import { Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuByName } from './cpu.js';
import { BARE } from './ingest/bare.js';
import { startBare } from './ingest/bare-pipeline.js';
import { DRAIN_MS, type FlatOut, flatOut, type Side, together } from './ingest/flat-out.js';
import { BenchFleet } from './ingest/fleet.js';
import { quantiles } from './quantiles.js';

const BOARDS = 500;
/** Product and bare pipeline alternate, so that load on the machine affects both. */
const ROUNDS = 2;
const SECONDS = 15;
const PACED = { rate: 2_000, seconds: 15 };
/** Polling interval while latency is measured, ms: measured values are at most this much too long. */
const PROBE_MS = 5;
/** One board in this many is a probe. */
const PROBES = 25;

/** PUBLISH to committed row: the whole product beside the least code that keeps the same promise, in one run. */
export async function benchIngest(): Promise<object[]> {
  const acequia = await startAcequia();
  const db = new pg.Client(acequia.databaseUrl);
  const children: ChildProcess[] = [];
  const fleets: BenchFleet[] = [];
  try {
    await db.connect();
    const sides = { product: await product(acequia), bare: await bare(acequia, children) };
    fleets.push(sides.product.fleet, sides.bare.fleet);
    const flat: Record<keyof typeof sides, FlatOut[]> = { product: [], bare: [] };
    const cpu: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      flat.bare.push(await flatOut(sides.bare, db, SECONDS));
      const before = cpuByName(acequia);
      flat.product.push(await flatOut(sides.product, db, SECONDS));
      for (const [name, ms] of Object.entries(cpuByName(acequia)))
        cpu[name] = (cpu[name] ?? 0) + ms - (before[name] ?? 0);
    }
    const [p, b] = [together(flat.product), together(flat.bare)];
    const committed = { bare: await latency(sides.bare, db), product: await latency(sides.product, db) };
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    return [
      {
        bench: 'ingest: as fast as acknowledged, PUBLISH → committed row',
        boards: BOARDS,
        seconds: ROUNDS * SECONDS,
        product: p,
        product_cpu_us_per_sample: perSample(cpu, flat.product),
        yardstick_bare: b,
        ratio: Math.round((p.persisted_per_s / b.persisted_per_s) * 100) / 100,
        load_1m,
        wanted: 'ratio ≥ 0.65, missing 0',
      },
      {
        bench: `ingest: publish → committed at ${PACED.rate} samples/s`,
        boards: BOARDS,
        product_ms: committed.product,
        yardstick_bare_ms: committed.bare,
        load_1m,
        wanted: 'p99 < 250 ms',
      },
    ];
  } finally {
    for (const fleet of fleets) fleet.close();
    for (const child of children) child.kill('SIGKILL');
    await db.end();
    await acequia.stop();
  }
}

/** CPU time by part, µs a sample. */
const perSample = (cpu: Record<string, number>, runs: readonly FlatOut[]): Record<string, number> => {
  const acked = runs.reduce((sum, run) => sum + run.acked, 0);
  const shares = Object.entries(cpu).map(([name, ms]) => [name, Math.round((ms * 10_000) / acked) / 10] as const);
  return Object.fromEntries(shares.filter(([, us]) => us >= 1));
};

/** From the PUBLISH of a probe's sample until a query sees its row. */
async function latency({ fleet, boards, tabla }: Side, db: pg.Client): Promise<object> {
  const probes = boards.filter((_board, i) => i % PROBES === 0).map(({ placa_id }) => placa_id);
  const waiting = new Map(probes.map((id) => [id, new Map<number, number>()]));
  const times: number[] = [];
  let publishing = true;
  const watch = async (): Promise<void> => {
    const owed = (): number[] => [...waiting.values()].flatMap((samples) => [...samples.keys()]);
    for (let quiet = Date.now(); publishing || (owed().length > 0 && Date.now() - quiet < DRAIN_MS);) {
      const pending = owed();
      if (publishing) quiet = Date.now();
      if (pending.length > 0) {
        const { rows } = await db.query<{ placa_id: number; ms: number }>(
          `SELECT placa_id, (extract(epoch FROM ts) * 1000)::float8 AS ms FROM ${tabla} WHERE placa_id = ANY ($1) AND ts >= $2`,
          [probes, new Date(Math.min(...pending))],
        );
        const seen = performance.now();
        for (const { placa_id, ms } of rows) {
          const sent = waiting.get(placa_id)?.get(ms);
          if (sent === undefined) continue;
          times.push(seen - sent);
          waiting.get(placa_id)!.delete(ms);
        }
      }
      await sleep(PROBE_MS);
    }
  };
  const watching = watch();
  const run = await fleet.paced(PACED.rate, PACED.seconds, (placa_id, ts) =>
    waiting.get(placa_id)?.set(ts, performance.now()),
  );
  publishing = false;
  await watching;
  const missing = [...waiting.values()].reduce((sum, samples) => sum + samples.size, 0);
  return { ...quantiles(times), probes: times.length, missing, samples_per_s: Math.round(run.acked / run.seconds) };
}

async function product(acequia: RunningAcequia): Promise<Side> {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
  const fleet = await BenchFleet.connect(acequia.mqtt, boards);
  return { boards, tabla: 'telemetry_history.lecturas', fleet };
}

async function bare(acequia: RunningAcequia, children: ChildProcess[]): Promise<Side> {
  const { url, boards } = await startBare(acequia, children, BOARDS);
  return { boards, tabla: `${BARE.schema}.lecturas`, fleet: await BenchFleet.connect(url, boards) };
}
