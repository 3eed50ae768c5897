import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bareEnv,
  endProcess,
  freePort,
  identityOf,
  makeUsers,
  redisReady,
  type RedisPasswords,
  SERVICE_NAMES,
  startProcess,
  urlsOfUsers,
} from '@acequia/local';
import { Redis } from 'ioredis';
import { services } from './compose.fixture.js';

const passwords = Object.fromEntries(SERVICE_NAMES.map((service) => [service, `clave-${service}`])) as RedisPasswords;

describe.each([
  ['redis', 'durable'],
  ['redis-volatile', 'volatile'],
] as const)('the container %s', (name, kind) => {
  let folder: string;
  let port: number;
  let child: ChildProcess | null = null;
  let secret = 'la-de-todo';
  const url = (password = secret): string => `redis://:${password}@127.0.0.1:${port}`;

  /** The command of the compose file, with its folder and its secret on this machine. */
  const start = async (): Promise<void> => {
    writeFileSync(join(folder, 'secret'), `${secret}\n`);
    const [command = '', ...args] = services[name]!.command!.map((part) =>
      part
        .replaceAll('$$', '$')
        .replaceAll('/data', folder)
        .replaceAll('/run/secrets/redis_password', join(folder, 'secret'))
        .replace('exec redis-server', `exec redis-server --bind 127.0.0.1 --port ${port}`),
    );
    const spec = { name, command, args, env: bareEnv(), cwd: folder, diesWithParent: 'SIGKILL' as const };
    child = startProcess(spec, 'ignore');
    child.unref();
    await redisReady(url());
  };
  const stop = async (): Promise<void> => {
    const identity = child?.pid ? identityOf(child.pid) : null;
    if (identity) await endProcess(identity, 'SIGTERM');
    child = null;
  };
  const ask = async (address: string, ...[command = '', ...args]: string[]): Promise<unknown> => {
    const redis = new Redis(address, { maxRetriesPerRequest: 0, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      return await redis.call(command, ...args);
    } finally {
      redis.disconnect();
    }
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-compose-redis-'));
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  it('lets nobody in without a password, before there are users', async () => {
    await expect(ask(`redis://127.0.0.1:${port}`, 'PING')).rejects.toThrow('NOAUTH');
    expect(await ask(url(), 'CONFIG', 'GET', 'maxmemory')).toBeTruthy();
  });

  it('keeps the users of the services over a restart, in a file for itself alone', async () => {
    await makeUsers(url(), kind, passwords);
    await stop();
    await start();
    for (const own of Object.values(urlsOfUsers(`redis://127.0.0.1:${port}`, passwords))) {
      expect(await ask(own, 'PING')).toBe('PONG');
      await expect(ask(own, 'FLUSHALL')).rejects.toThrow('NOPERM');
    }
    expect(statSync(join(folder, 'users.acl')).mode & 0o777).toBe(0o600);
  });

  it('takes another password for all rights at its next start, and no longer the one before', async () => {
    secret = 'la-nueva';
    await stop();
    await start();
    expect(await ask(url(), 'PING')).toBe('PONG');
    await expect(ask(url('la-de-todo'), 'PING')).rejects.toThrow();
  });
});
