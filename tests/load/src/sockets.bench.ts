import { topics } from '@acequia/board-protocol';
import { ApiClient, connectBoard, startAcequia } from '@acequia/testing';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import pg from 'pg';
import { cpuByName, cpuOfProcess } from './cpu.js';
import { quantiles } from './quantiles.js';
import type { CrowdAnswer, CrowdOrder } from './sockets/crowd.js';
import { company, watchersOf, type Company, type Watcher } from './sockets/watchers.js';

const GATEWAYS = 2;
/** One company with a thousand watchers, who have the switch panel open, and twenty with two hundred each. */
const LARGE = 1_000;
const OTHERS = 20;
const OF_OTHERS = 200;
const SWITCHES = 10;
const PIN = 4;
/** Changes a second in the large company: each reaches its thousand watchers. */
const CHANGES_PER_S = 5;
/** Ordinary calls of somebody else, a second. */
const CALLS_PER_S = 20;
const QUIET_S = 20;
const BACK_WITHIN_S = 180;
const SETTLE_MS = 10_000;

/** Live sockets of thousands of panels on two api-gateways, one of which is killed: who comes back when, and what the others feel. */
export async function benchSockets(): Promise<object[]> {
  const acequia = await startAcequia({ instances: GATEWAYS });
  const crowd = fork(new URL('./sockets/crowd.js', import.meta.url));
  const db = new pg.Client(acequia.databaseUrl);
  const boards: MqttClient[] = [];
  try {
    await db.connect();
    const root = await acequia.loginAdmin();
    const large = await company(acequia, root, SWITCHES, PIN);
    const companies = [{ company: large, count: LARGE + 1 }];
    for (let i = 0; i < OTHERS; i++)
      companies.push({ company: await company(acequia, root, SWITCHES, PIN), count: OF_OTHERS });
    const [caller, ...watchers] = await watchersOf(acequia, db, companies);
    for (const board of large.boards) boards.push(await connectBoard(acequia.mqtt, board));
    const used = (): Record<string, number> => ({ ...cpuByName(acequia), 'load process': cpuOfProcess(crowd.pid!) });
    const beforeOpen = used();
    const { open } = await ask(crowd, { open: { doors: acequia.doors.http, watchers, polling: LARGE } });
    const afterOpen = used();
    const calls = new OrdinaryCalls(acequia.doors.http, caller!);
    const changes = startChanges(boards, large);
    await sleep(SETTLE_MS);
    await ask(crowd, { heard: true });
    calls.take();
    const beforeQuiet = used();
    await sleep(QUIET_S * 1_000);
    const quiet = { heard: await ask(crowd, { heard: true }), calls: calls.take(), cpu: used() };
    const storm = ask(crowd, { whole: { within_s: BACK_WITHIN_S } });
    process.kill(acequia.services['api-gateway']![0]!, 'SIGKILL');
    const { back_s } = await storm;
    const stormCalls = calls.take();
    const stormHeard = await ask(crowd, { heard: true });
    clearInterval(changes);
    calls.stop();
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    const perSecond = Object.entries(quiet.cpu).map(([name, ms]) => [
      name,
      Math.round((ms - beforeQuiet[name]!) / QUIET_S),
    ]);
    const perOpening = Object.entries(afterOpen).map(([name, ms]) => [
      name,
      Math.round(((ms - beforeOpen[name]!) * 10) / open!) / 10,
    ]);
    return [
      {
        bench: `sockets: ${open} panels on ${GATEWAYS} api-gateways, ${LARGE} watch one company`,
        changes_per_s: CHANGES_PER_S,
        delivered_per_s: Math.round(quiet.heard.messages! / QUIET_S),
        change_to_panel_ms: quiet.heard.delay_ms,
        reads_per_s: Math.round(quiet.heard.reads! / QUIET_S),
        calls_ms: quiet.calls.ms,
        cpu_ms_per_s: Object.fromEntries(perSecond) as object,
        cpu_ms_per_opening: Object.fromEntries(perOpening) as object,
        load_1m,
        wanted: 'change → panel p99 < 500 ms',
      },
      {
        bench: 'sockets: one of the api-gateways is killed',
        back_s,
        calls_ms: stormCalls.ms,
        calls_failed: stormCalls.failed,
        yardstick_calls_before_ms: quiet.calls.ms,
        change_to_panel_ms: stormHeard.delay_ms,
        reads: stormHeard.reads,
        failed_reads: stormHeard.failed_reads,
        refused_openings: stormHeard.refused,
        load_1m,
        wanted: 'calls p99 < 500 ms',
      },
    ];
  } finally {
    for (const board of boards) board.end(true);
    crowd.kill('SIGKILL');
    await db.end();
    await acequia.stop();
  }
}

const ask = async (crowd: ChildProcess, order: CrowdOrder): Promise<CrowdAnswer> => {
  const answer = once(crowd, 'message').then(([message]) => message as CrowdAnswer);
  const death = once(crowd, 'exit').then(([code]): never => {
    throw new Error(`the process of the panels ended with ${code}`);
  });
  death.catch(() => undefined);
  crowd.send(order);
  return Promise.race([answer, death]);
};

/** Switches of a company change one after the other. */
const startChanges = (boards: readonly MqttClient[], { boards: placas }: Company): NodeJS.Timeout => {
  let n = 0;
  return setInterval(() => {
    const i = n++ % boards.length;
    const on = Math.floor(n / boards.length) % 2;
    boards[i]!.publish(
      topics.telemetry(placas[i]!.id),
      JSON.stringify({ seq: n, ts: Date.now(), pins: { [PIN]: on } }),
      {
        qos: 1,
      },
    );
  }, 1_000 / CHANGES_PER_S);
};

/** Somebody who reads their switches at a steady pace through a balancer, however long the answers take. */
class OrdinaryCalls {
  private times: number[] = [];
  private failed = 0;
  private readonly timer: NodeJS.Timeout;

  /** As through a balancer: the doors take turns, and one that refuses the connection is left out. */
  constructor(doors: readonly string[], { usuario_id, token }: Watcher) {
    const query = { usuario_id: String(usuario_id) };
    const read = async (door: string): Promise<void> =>
      void (await (await new ApiClient(door, token).raw('switches.de_usuario', { query })).arrayBuffer());
    let n = 0;
    this.timer = setInterval(() => {
      const since = performance.now();
      const [first, second] = n++ % 2 ? doors : [...doors].reverse();
      read(first!)
        .catch((error: Error) => {
          if (!String(error.cause).includes('ECONNREFUSED')) throw error;
          return read(second!);
        })
        .then(
          () => this.times.push(performance.now() - since),
          () => (this.failed += 1),
        );
    }, 1_000 / CALLS_PER_S);
  }

  take() {
    const taken = { ms: quantiles(this.times), failed: this.failed };
    this.times = [];
    this.failed = 0;
    return taken;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
