import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { fakeRepository, type FakeRepository } from './fake-services.fixture.js';
import { askHealth } from './health.js';
import { postgresAnswers } from './postgres.js';
import { identityOf, isAlive } from './process-identity.js';
import { waitUntil } from './process-spec.js';
import { redisAnswers } from './redis.js';
import { DATABASE_SERVICES, SERVICE_NAMES } from './service-names.js';
import { Stack } from './stack.js';

const quiet = (): void => undefined;
const BACK_MS = 10_000;

describe('the whole stack, with stand-ins for the services', () => {
  let fake: FakeRepository;
  let stack: Stack;
  const runFile = (): string => stack.data.file('run.json');
  const runJson = (): { services: Record<string, number[]> } => JSON.parse(readFileSync(runFile(), 'utf8'));

  beforeAll(async () => {
    fake = await fakeRepository();
    stack = new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true });
    await stack.start();
  });
  afterAll(async () => {
    await stack.stop();
    fake.remove();
  });

  it('writes run.json for its owner only, with every door and the pids of every service', async () => {
    expect(statSync(runFile()).mode & 0o777).toBe(0o600);
    const run = runJson();
    const url = (protocol: string) => expect.stringMatching(new RegExp(`^${protocol}://.*127\\.0\\.0\\.1:\\d+`));
    expect(run).toEqual({
      http: url('http'),
      mqtt: url('mqtt'),
      postgres: url('postgres'),
      redis: url('redis'),
      redis_volatile: url('redis'),
      services: Object.fromEntries(SERVICE_NAMES.map((name) => [name, [expect.any(Number)]])),
    });
    for (const [pid] of Object.values(run.services)) expect(identityOf(pid ?? 0)).not.toBeNull();
  });

  it('keeps the secret key and the password files from other users', () => {
    for (const file of ['secret.key', 'postgres/cluster.json', 'redis/redis.conf', 'processes.json'])
      expect([file, statSync(stack.data.file(file)).mode & 0o777]).toEqual([file, 0o600]);
  });

  it('keeps everything that PostgreSQL and Redis write from other users', () => {
    const open = ['redis', 'redis-volatile', 'postgres'].flatMap((part) => {
      const folder = stack.data.file(part);
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
      return [folder, ...paths].filter((path) => (lstatSync(path).mode & 0o077) !== 0);
    });
    expect(open).toEqual([]);
  });

  it('runs PostgreSQL with its promises on', async () => {
    const client = new pg.Client({ connectionString: stack.run.postgres });
    await client.connect();
    const { rows } = await client.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')",
    );
    await client.end();
    expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'on']);
  });

  it('gives each service a database role of its own', async () => {
    const client = new pg.Client({ connectionString: stack.run.postgres });
    await client.connect();
    const { rows } = await client.query(
      `SELECT nspname AS schema, pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspowner <> 10 AND nspname !~ '^pg_|^public$'`,
    );
    await client.end();
    expect(rows).toHaveLength(DATABASE_SERVICES.length);
    for (const { schema, owner } of rows) expect(owner).toBe(`acequia_${schema}`);
  });

  it('does not let a stranger on this machine use Redis without the password', async () => {
    const bare = new URL(stack.run.redis);
    bare.password = '';
    expect(await redisAnswers(bare.href)).toBe(false);
    expect(await redisAnswers(stack.run.redis)).toBe(true);
  });

  it.each(SERVICE_NAMES)('brings %s back after kill -9 and notes its new pid', async (name) => {
    const [before] = runJson().services[name] ?? [];
    process.kill(before ?? 0, 'SIGKILL');
    const noted = async (): Promise<boolean> => {
      const [now] = runJson().services[name] ?? [];
      return now !== undefined && now !== before && identityOf(now) !== null;
    };
    expect(await waitUntil(noted, BACK_MS)).toBe(true);
    expect(await waitUntil(async () => (await askHealth(stack.run.http)).ok, BACK_MS)).toBe(true);
  });

  it.each([
    ['postgres', () => postgresAnswers(stack.run.postgres)],
    ['redis', () => redisAnswers(stack.run.redis)],
    ['redis-volatile', () => redisAnswers(stack.run.redis_volatile)],
  ])('brings %s back after kill -9', async (name, answers) => {
    process.kill(stack.partPids[name] ?? 0, 'SIGKILL');
    expect(await waitUntil(async () => !(await answers()), BACK_MS, 5)).toBe(true);
    expect(await waitUntil(answers, BACK_MS)).toBe(true);
  });

  it('refuses a second start on the same data in one clear line', async () => {
    const other = new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true });
    // The lock would name this very process, so another live process plays the other launcher.
    const sleeper = spawn('sleep', ['60']);
    const launcher = identityOf(sleeper.pid ?? 0);
    const noted = readFileSync(stack.data.file('processes.json'), 'utf8');
    writeFileSync(stack.data.file('processes.json'), JSON.stringify({ launcher, processes: [] }));
    await expect(other.start()).rejects.toThrow(/^Acequia ya está en marcha con los datos de .+\.$/);
    writeFileSync(stack.data.file('processes.json'), noted);
    sleeper.kill();
    expect(existsSync(runFile())).toBe(true);
  });

  it('stops everything within ten seconds, removes run.json and keeps the data', async () => {
    const pids = [...Object.values(stack.run.services).flat(), ...Object.values(stack.partPids)];
    const before = pids.map((pid) => identityOf(pid));
    const began = Date.now();
    await stack.stop();
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(before.filter((one) => one && isAlive(one))).toEqual([]);
    expect(existsSync(runFile())).toBe(false);
    expect(existsSync(stack.data.file('postgres/data/PG_VERSION'))).toBe(true);
  });
});

describe('a start that fills the installation first', () => {
  let fake: FakeRepository;
  beforeEach(async () => (fake = await fakeRepository()));
  afterEach(() => fake.remove());
  const filling = (beforeOpening: (http: string) => Promise<void>): Stack =>
    new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true, beforeOpening });

  it('does so through an address of its own, with the doors still shut and run.json unwritten', async () => {
    const door = `http://127.0.0.1:${fake.environment.PORT}`;
    const seen: unknown[] = [];
    let inner = '';
    const stack: Stack = filling(async (http) => {
      inner = http;
      seen.push((await askHealth(http)).ok, (await askHealth(door)).ok, existsSync(stack.data.file('run.json')));
    });
    await stack.start();
    expect(seen).toEqual([true, false, false]);
    expect(await askHealth(door)).toEqual({ ok: true });
    expect((await askHealth(inner)).ok).toBe(false);
    expect(stack.run.services['api-gateway']).toHaveLength(1);
    await stack.stop();
  });

  it('leaves no process when it is stopped meanwhile', async () => {
    let stopped: Promise<void> = Promise.resolve();
    let pids: ReturnType<typeof identityOf>[] = [];
    const stack: Stack = filling(async () => {
      pids = Object.values(stack.run.services).flat().map(identityOf);
      stopped = stack.stop();
      await stopped;
    });
    await expect(stack.start()).rejects.toThrow('Se detuvo antes de terminar');
    await stopped;
    expect(pids).toHaveLength(SERVICE_NAMES.length);
    expect(pids.filter((one) => one && isAlive(one))).toEqual([]);
  });
});

describe('a start that cannot succeed', () => {
  let fake: FakeRepository;
  beforeEach(async () => (fake = await fakeRepository()));
  afterEach(() => fake.remove());
  const start = (): Promise<void> =>
    new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true }).start();

  it('names a port that is taken', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(fake.environment.MQTT_PORT, '127.0.0.1', resolve));
    await expect(start()).rejects.toThrow(`El puerto ${fake.environment.MQTT_PORT} (MQTT_PORT) ya está ocupado`);
    await new Promise((resolve) => squatter.close(resolve));
  });

  it('gives up on a service that cannot run, tells its last words and leaves no process', async () => {
    writeFileSync(
      join(fake.root, 'apps/telemetry-history/dist/main.js'),
      "console.error('me falta algo'); process.exit(1);",
    );
    const stack = new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true });
    await expect(stack.start()).rejects.toThrow('telemetry-history no arranca (código 1): me falta algo');
    expect(stack.partPids).toEqual({});
    expect(existsSync(stack.data.file('processes.json'))).toBe(false);
  });

  it.each([
    ['before anything runs', async () => true],
    ['while its parts start', async (stack: Stack) => 'postgres' in stack.partPids],
  ])('ends at once when it is told to stop %s', async (_when, reached) => {
    const stack = new Stack({ environment: fake.environment, root: fake.root, say: quiet, diesWithUs: true });
    const starting = stack.start();
    starting.catch(() => undefined);
    expect(await waitUntil(() => reached(stack), BACK_MS, 5)).toBe(true);
    const pids = Object.values(stack.partPids).map((pid) => identityOf(pid));
    await stack.stop();
    await expect(starting).rejects.toThrow('Se detuvo antes de terminar');
    expect(pids.filter((one) => one && isAlive(one))).toEqual([]);
  });
});
