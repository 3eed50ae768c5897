import { AUTH_KEY_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { type Account, RelayCloud } from '@acequia/simulators';
import { eventually, RedisServer, TEST_SECRET_KEY, testDatabase, testEnv } from '@acequia/testing';
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { quantiles } from './quantiles.js';

const ACCOUNTS = 200;
const DEVICES = 10;
const COMPANIES = 20;
/** The full measurement takes 600; the short one shows the same except a slow leak. */
const SECONDS = Number(process.env['RELAY_BENCH_SECONDS'] ?? 60);
/** Delay of an account's answers: the vendor's time over the internet. */
const LATENCY_MS = 80;
const MAIN = fileURLToPath(new URL('../../../apps/device-gateway/dist/main.js', import.meta.url));

/** An idle process beside the gateway shows the machine's own delays. Prints their p99 and maximum, ms. */
const IDLE = `
  const lag = require('node:perf_hooks').monitorEventLoopDelay();
  lag.enable();
  process.stdin.resume().on('end', () => {
    console.log(JSON.stringify([lag.percentile(99) / 1e6, lag.max / 1e6]));
    process.exit();
  });`;
const idleLag = (): (() => Promise<number[]>) => {
  const child = spawn(process.execPath, ['-e', IDLE], { stdio: ['pipe', 'pipe', 'ignore'] });
  return async () => {
    child.stdin.end();
    let text = '';
    for await (const chunk of child.stdout) text += String(chunk);
    return (JSON.parse(text) as number[]).map((ms) => Math.round(ms * 10) / 10);
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** 2,000 devices that somebody watches, over 200 accounts, polled by one gateway: how old readings get, and what it costs. */
export async function benchRelay(): Promise<object[]> {
  const cloud = await new RelayCloud().start();
  const [database, durable, volatile] = await Promise.all([
    testDatabase(),
    RedisServer.start(),
    RedisServer.start({ kind: 'volatile' }),
  ]);
  const port = await freePort();
  const gateway = spawn(process.execPath, ['--max-old-space-size=384', MAIN], {
    stdio: 'ignore',
    env: testEnv({
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      REDIS_URL: durable.url,
      REDIS_VOLATILE_URL: volatile.url,
      INTERNAL_PORT: String(port),
      MQTT_PORT: '0',
      RELAY_CLOUD_ALLOWED_HOSTS: cloud.origin,
    }),
  });
  const ended = new Promise((resolve) => gateway.once('exit', resolve));
  const metrics = async (): Promise<Map<string, number>> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return new Map(
      text.split('\n').flatMap((line) => {
        const [, name, value] = /^(\w+)(?:\{[^}]*\})? (\S+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(value)] as const];
      }),
    );
  };
  try {
    await eventually(metrics, 60_000);
    await fill(cloud, database.url);
    const watched = Array.from({ length: ACCOUNTS * DEVICES }, (_, n) => [Date.now() + 3_600_000, n + 1]).flat();
    await volatile.client().zadd('{nube}:observados', ...watched);
    await eventually(() => {
      if (!cloud.accounts.every(({ log }) => log.length > 1)) throw new Error('not every account was read twice');
    }, 120_000);
    const before = await metrics();
    const idle = idleLag();
    const start = performance.now();
    for (const account of cloud.accounts) account.forgetCounts();
    await sleep(SECONDS * 1_000);
    const end = performance.now();
    const after = await metrics();
    const bare = await idle();
    const mb = (values: Map<string, number>): number =>
      Math.round((values.get('process_resident_memory_bytes') ?? NaN) / 1e6);
    const cpu = (values: Map<string, number>): number => values.get('process_cpu_seconds_total') ?? NaN;
    const requests = cloud.accounts.reduce((sum, { requests: own }) => sum + own, 0);
    return [
      {
        bench: 'relay cloud: time between two reads of a device',
        accounts: ACCOUNTS,
        devices: ACCOUNTS * DEVICES,
        seconds: SECONDS,
        requests_per_s: Math.round((requests / SECONDS) * 10) / 10,
        s: quantiles(cloud.accounts.flatMap((account) => gaps(account, start, end))),
        too_fast: cloud.accounts.reduce((sum, { violations }) => sum + violations, 0),
        wanted: 'max <= 30 s, none too fast',
      },
      {
        bench: 'relay cloud: what it costs the gateway',
        loop_lag_p99_ms: Math.round((after.get('nodejs_eventloop_lag_p99_seconds') ?? NaN) * 10_000) / 10,
        loop_lag_max_ms: Math.round((after.get('nodejs_eventloop_lag_max_seconds') ?? NaN) * 10_000) / 10,
        idle_process_lag_p99_max_ms: bare,
        cpu_share: Math.round(((cpu(after) - cpu(before)) / SECONDS) * 100) / 100,
        rss_mb: [mb(before), mb(after)],
        wanted: 'p99 < 50 ms, memory flat',
      },
    ];
  } finally {
    gateway.kill('SIGTERM');
    await ended;
    await cloud.stop();
    await Promise.all([database.drop(), durable.stop(), volatile.stop()]);
  }
}

/** Seconds between reads of each device, the time until the first and since the last included. */
const gaps = ({ devices, log }: Account, start: number, end: number): number[] =>
  devices.flatMap(({ id }) => {
    const times = [start, ...log.filter(({ ids }) => ids.includes(id)).map(({ at }) => at), end];
    return times.slice(1).map((at, n) => (at - (times[n] as number)) / 1_000);
  });

/** Inserts two meters and eight relays per account directly into the gateway's projection. */
const fill = async (cloud: RelayCloud, url: string): Promise<void> => {
  const box = new SecretBox(TEST_SECRET_KEY);
  const rows: [number, number, string, string, string][] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const account = cloud.account({ latency_ms: LATENCY_MS });
    for (let k = 0; k < DEVICES; k++) {
      const device = account.add(k < 2 ? 'pro3em' : 'plus1pm');
      const tipo = k < 2 ? 'shelly_pro3m' : 'otro';
      rows.push([rows.length + 1, 1 + (n % COMPANIES), device.id, tipo, box.encrypt(account.key, AUTH_KEY_CONTEXT)]);
    }
  }
  const db = new pg.Client(url);
  await db.connect();
  await db.query(
    `INSERT INTO device_gateway.dispositivos (id, empresa_id, nombre, shelly_id, tipo, server, activo, suspendido, auth_key_cifrada)
     SELECT id, empresa_id, 'D' || id, shelly_id, tipo, $6, 1, 0, cifrada
       FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[]) AS t (id, empresa_id, shelly_id, tipo, cifrada)`,
    [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column])).concat(cloud.origin as never),
  );
  await db.end();
};
