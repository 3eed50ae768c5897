import { Farm, startAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuByName, cpuOfProcess, rssOf } from './cpu.js';
import { registered } from './growth.bench.js';
import { ask, startLoader } from './ingest/loaders.js';

const FEW = 500;
/** Each has a socket in the gateway and one in the load process: open files are capped near 20,000 here. */
const SIZES = [FEW, 5_000, 15_000];
/** One sample a board every ten seconds, at the largest size. */
const RATE = 1_500;
const SECONDS = 20;
/** The gateway is killed at the first, and the boards go on until the second, s. */
const CUT = { at: 10, until: 100 };
const SETTLE_MS = 5_000;
const DRAIN_MS = 60_000;

type Cpu = Record<string, number>;

/** CPU time by part for each of `count` samples or connections, µs; parts that take less than 1 µs are left out. */
const perUnit = (before: Cpu, after: Cpu, count: number): Cpu => {
  const shares = Object.entries(after).map(([name, ms]) => [
    name,
    Math.round(((ms - (before[name] ?? 0)) * 1_000) / count),
  ]);
  return Object.fromEntries(shares.filter(([, us]) => (us as number) >= 1)) as Cpu;
};

/** 15,000 boards on one gateway: what a sample costs beside few boards at the same rate, and a killed gateway's return. */
export async function benchCrowd(): Promise<object[]> {
  const acequia = await startAcequia();
  const loader = startLoader();
  const db = new pg.Client(acequia.databaseUrl);
  try {
    await db.connect();
    const root = await acequia.loginAdmin();
    const most = SIZES.at(-1)!;
    const boards = await registered(root, (await Farm.create(acequia, root)).empresa.id, most);
    const used = (): Cpu => ({ ...cpuByName(acequia), 'load process': cpuOfProcess(loader.pid!) });
    const measured = async (count: number) => {
      const apart = used();
      await ask(loader, { connect: { url: acequia.mqtt, boards: boards.slice(0, count), comesBack: true } });
      // What their coming costs is a figure of its own.
      await sleep(SETTLE_MS);
      const before = used();
      const paced = await ask(loader, { paced: { rate: RATE, seconds: SECONDS } });
      const after = used();
      await sleep(SETTLE_MS);
      const perSample = perUnit(before, after, paced.acked!);
      return {
        boards: count,
        acked_per_s: paced.acked_per_s!,
        puback_ms: paced.puback_ms,
        failed: paced.failed!,
        cpu_us_per_sample: perSample,
        cpu_us_per_connect: perUnit(apart, before, count)['device-gateway'],
        gateway_rss_mb: Math.round(rssOf(acequia.services['device-gateway']![0]!) / 1_024),
      };
    };
    // A heap that has never worked grows for that alone.
    await measured(FEW);
    const sizes = [];
    for (const count of SIZES) sizes.push(await measured(count));
    const [few, many] = [sizes[0]!, sizes.at(-1)!];
    const cut = ask(loader, { paced: { rate: RATE, seconds: CUT.until } });
    await sleep(CUT.at * 1_000);
    process.kill(acequia.services['device-gateway']![0]!, 'SIGKILL');
    const run = await cut;
    let rows = 0;
    for (const end = Date.now() + DRAIN_MS; rows < run.acked! && Date.now() < end; await sleep(1_000)) {
      const { rows: counted } = await db.query<{ n: number }>(
        'SELECT count(*)::integer AS n FROM telemetry_history.lecturas WHERE ts >= $1',
        [new Date(run.since!)],
      );
      rows = counted[0]!.n;
    }
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    return [
      {
        bench: `crowd: ${most} boards on one gateway at ${RATE} samples/s`,
        sizes,
        cpu_ratio:
          Math.round((many.cpu_us_per_sample['device-gateway']! / few.cpu_us_per_sample['device-gateway']!) * 100) /
          100,
        /** Same rate, so below 1 only where samples were not acknowledged in time. */
        rate_ratio: Math.round((sizes[1]!.acked_per_s / few.acked_per_s) * 100) / 100,
        kb_per_board: Math.round(((many.gateway_rss_mb - few.gateway_rss_mb) * 1_024) / (most - FEW)),
        load_1m,
        wanted: 'PUBACK p99 < 250 ms, < 25 kB a board',
      },
      {
        bench: `crowd: the gateway of ${most} boards is killed and starts again`,
        back_s: run.back_s,
        acked: run.acked,
        missing: Math.max(0, run.acked! - rows),
        failed: run.failed,
        load_1m,
        wanted: 'back < 60 s, missing 0',
      },
    ];
  } finally {
    loader.kill('SIGKILL');
    await db.end();
    await acequia.stop();
  }
}
