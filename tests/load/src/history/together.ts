import { type ApiClient, type RunningAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../quantiles.js';
import { rangeOf } from './export.js';
import type { History } from './generate.js';
import { ask, startLoader } from '../ingest/loaders.js';

const DAY_MS = 86_400_000;
const ROUNDS = 200;
/** Pause between two rounds of calls, as people make, ms. */
const PAUSE_MS = 100;
const FLAT_OUT_S = 10;
const BUSY_S = 90;
const SETTLE_MS = 3_000;

const callsOf = ({ sensors, until }: History): Record<string, (api: ApiClient, round: number) => Promise<unknown>> => {
  const sensor = (round: number): number => sensors[round % sensors.length]!.switch_id;
  const serie = (days: number) => (api: ApiClient, round: number) =>
    api.call('historial.serie', {
      query: { switch_id: sensor(round), desde: until - days * DAY_MS, hasta: until, ancho: '500' },
    });
  return {
    panel: (api) => api.call('switches.panel', {}),
    last_50: (api, round) => api.call('historial.puntos', { query: { switch_id: sensor(round), limit: '50' } }),
    days_30: serie(30),
    year: serie(365),
  };
};

async function measured(api: ApiClient, history: History): Promise<Record<string, number[]>> {
  const calls = Object.entries(callsOf(history));
  const times: Record<string, number[]> = Object.fromEntries(calls.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, call] of calls) {
      const started = performance.now();
      await call(api, round);
      times[name]!.push(performance.now() - started);
    }
    await sleep(PAUSE_MS);
  }
  return times;
}

/** Panel and history calls while boards send at half of the maximum and a large export streams, beside the same calls when idle. */
export async function* measureTogether(acequia: RunningAcequia, history: History): AsyncGenerator<object> {
  const api = await acequia.login(history.email, history.password);
  const [fleet, reader] = [startLoader(), startLoader()];
  try {
    await measured(api, history);
    const idle = await measured(api, history);
    await ask(fleet, { connect: { url: acequia.mqtt, boards: history.speaking } });
    const most = (await ask(fleet, { flatOut: { seconds: FLAT_OUT_S } })).acked_per_s!;
    await sleep(SETTLE_MS);
    const { desde, hasta } = rangeOf(history);
    const { switch_id } = history.sensors[0]!;
    const url = `${acequia.http}/api/switches/historial/temp/csv?switch_id=${switch_id}&desde=${desde}&hasta=${hasta}`;
    await ask(reader, { download: { url, token: api.token! } });
    const speaking = ask(fleet, { paced: { rate: Math.round(most / 2), seconds: BUSY_S } });
    await sleep(SETTLE_MS);
    const busy = await measured(api, history);
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    const { acked_per_s } = await speaking;
    const [a, b] = [summary(busy), summary(idle)];
    yield {
      bench: 'history: panel and history calls while ingest runs at half its most and an export streams',
      rows: history.rows,
      ingest_most_per_s: most,
      ingest_acked_per_s: acked_per_s,
      busy_ms: a,
      yardstick_idle_ms: b,
      p95_ratio: Object.fromEntries(
        Object.keys(a).map((name) => [name, Math.round((a[name]!.p95 / b[name]!.p95) * 100) / 100]),
      ),
      load_1m,
      wanted: 'p95 ratio < 3',
    };
  } finally {
    for (const loader of [fleet, reader]) loader.kill('SIGKILL');
  }
}

const summary = (times: Record<string, number[]>) =>
  Object.fromEntries(
    [...Object.entries(times), ['all', Object.values(times).flat()] as const].map(([name, ms]) => [
      name,
      quantiles(ms),
    ]),
  );
