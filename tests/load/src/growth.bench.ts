import { Farm, startAcequia, type ApiClient } from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuByName, rssOf } from './cpu.js';
import type { Board } from './ingest/fleet.js';
import { ask, startLoader } from './ingest/loaders.js';

const FEW = 500;
const MANY = 5_000;
const AT_ONCE = 500;
/** The same total rate with few boards and with many. */
const RATE = 2_000;
/** For the most that goes through: samples on their way at once, no board with two, so that none shares its packet's system call. */
const IN_FLIGHT = FEW;
const SECONDS = 15;
/** After the traffic, until what is no longer needed is collected. */
const SETTLE_MS = 5_000;

/** Ten times the boards at the same total rate: what the rate loses, and what a connected board costs the gateway in memory. */
export async function benchGrowth(): Promise<object[]> {
  const acequia = await startAcequia();
  const loader = startLoader();
  try {
    const root = await acequia.loginAdmin();
    const boards = await registered(root, (await Farm.create(acequia, root)).empresa.id, MANY);
    const [gateway] = acequia.services['device-gateway'] ?? [];
    const measured = async (count: number) => {
      await ask(loader, { connect: { url: acequia.mqtt, boards: boards.slice(0, count) } });
      const paced = await ask(loader, { paced: { rate: RATE, seconds: SECONDS } });
      const before = cpuByName(acequia)['device-gateway'] ?? 0;
      const most = await ask(loader, { flatOut: { seconds: SECONDS, inFlight: IN_FLIGHT } });
      const cpu_ms = (cpuByName(acequia)['device-gateway'] ?? 0) - before;
      await sleep(SETTLE_MS);
      return {
        boards: count,
        acked_per_s: paced.acked_per_s!,
        puback_ms: paced.puback_ms,
        most_per_s: most.acked_per_s!,
        gateway_cpu_us_per_sample: Math.round((cpu_ms * 1_000) / (most.acked_per_s! * SECONDS)),
        failed: paced.failed! + most.failed!,
        rss_mb: Math.round(rssOf(gateway!) / 1_024),
      };
    };
    // A heap that has never worked grows for that alone.
    await measured(FEW);
    const few = await measured(FEW);
    const many = await measured(MANY);
    const ratio = (a: number, b: number): number => Math.round((a / b) * 100) / 100;
    return [
      {
        bench: `growth: ${MANY} connected boards against ${FEW}, same total rate`,
        asked_per_s: RATE,
        many,
        yardstick_few: few,
        ratio: ratio(many.acked_per_s, few.acked_per_s),
        ratio_most: ratio(many.most_per_s, few.most_per_s),
        kb_per_board: Math.round(((many.rss_mb - few.rss_mb) * 1_024) / (MANY - FEW)),
        load_1m: Math.round(loadavg()[0]! * 10) / 10,
        wanted: 'ratio ≥ 0.85, < 40 kB a board',
      },
    ];
  } finally {
    loader.kill('SIGKILL');
    await acequia.stop();
  }
}

export async function registered(root: ApiClient, empresa_id: number, count: number): Promise<Board[]> {
  const boards: Board[] = [];
  while (boards.length < count)
    boards.push(...(await root.call('placas.registrar', { body: { empresa_id, cantidad: AT_ONCE } })));
  return boards;
}
