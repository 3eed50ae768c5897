import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makePrivate, PRIVATE_UMASK } from './private-files.js';
import { bareEnv, waitUntil, type ProcessSpec } from './process-spec.js';

export interface RedisOptions {
  name?: string;
  folder: string;
  port: number;
  /** durable: every write is on disk before its answer. volatile: no data survives the process. */
  kind: 'durable' | 'volatile';
  /** Password for clients; true = generated and kept in the folder. */
  password?: boolean | string;
  /** Further lines of redis.conf, e.g. `maxmemory 20mb`; a later line wins. */
  config?: string[];
}

export interface PreparedRedis extends ProcessSpec {
  url: string;
}

const READY_MS = 60_000;

/** Half of it is for readings on their way to the database: they must never cause events and jobs to be refused. */
export const DURABLE_REDIS_BYTES = 512 * 1024 * 1024;

const KINDS = {
  durable: ['appendonly yes', 'appendfsync always', `maxmemory ${DURABLE_REDIS_BYTES}`, 'maxmemory-policy noeviction'],
  // Only keys with a time to live may be evicted: calls in progress have none.
  volatile: ['appendonly no', 'maxmemory 128mb', 'maxmemory-policy volatile-lru'],
};

const passwordOf = (folder: string): string => {
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
};

/** Writes the configuration and returns how to start the server. Loopback only. */
export const prepareRedis = (options: RedisOptions): PreparedRedis => {
  mkdirSync(options.folder, { recursive: true });
  makePrivate(options.folder);
  const password = options.password === true ? passwordOf(options.folder) : options.password || null;
  const config = [
    'bind 127.0.0.1',
    `port ${options.port}`,
    `dir "${options.folder}"`,
    'save ""',
    'daemonize no',
    ...KINDS[options.kind],
    ...(password ? [`requirepass ${password}`] : []),
    ...(options.config ?? []),
  ];
  const file = join(options.folder, 'redis.conf');
  writeFileSync(file, `${config.join('\n')}\n`, { mode: 0o600 });
  return {
    name: options.name ?? 'redis',
    command: 'redis-server',
    args: [file],
    env: bareEnv(),
    cwd: options.folder,
    umask: PRIVATE_UMASK,
    url: `redis://${password ? `:${password}@` : ''}127.0.0.1:${options.port}`,
  };
};

/** Whether a Redis answers at this URL (a wrong password or a server that is still loading does not). */
export const redisAnswers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, password } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1_000 });
    let received = '';
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => socket.write(`${password ? `AUTH ${password}\r\n` : ''}PING\r\n`));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('+PONG')) end(true);
      else if (received.includes('-')) end(false);
    });
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });

export const redisReady = async (url: string, signal?: AbortSignal): Promise<void> => {
  if (!(await waitUntil(() => redisAnswers(url), READY_MS, 50, signal)))
    throw new Error(`Redis no respondió en ${READY_MS / 1000} s.`);
};
