import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries, postgresUser, STAGING_FOLDER, type RunAs } from './postgres-binaries.js';
import { endProcess, identityOf, isAlive } from './process-identity.js';
import { PRIVATE_UMASK } from './private-files.js';
import { bareEnv, waitUntil, type ProcessSpec } from './process-spec.js';

export const DATABASE = 'acequia';
const ROLE = 'acequia';
/** After a kill the server may need minutes of WAL recovery before it answers. */
const READY_MS = 120_000;
/** Longest wait for sessions whose server was killed, ms. */
const ORPHANS_MS = 15_000;

export interface PostgresOptions {
  /** Base folder. The data is in `<folder>/data`, or below {@link STAGING_FOLDER} when `postgres` cannot enter. */
  folder: string;
  port: number;
  /** false only for throw-away test servers: they may lose everything in a power cut. */
  durable?: boolean;
  maxConnections?: number;
  /** Every WAL segment is copied to this folder; required for a restore to a point in time. */
  walArchive?: string | undefined;
  say?: (line: string) => void;
}

export interface PreparedPostgres extends ProcessSpec {
  /** URL of the database `acequia`; it exists once {@link postgresReady} has answered. */
  url: string;
  dataFolder: string;
}

interface Cluster {
  data: string;
  password: string;
}

const mayEnter = (folder: string, as: RunAs): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1" && [ -w . ]', 'sh', folder], { ...as, stdio: 'ignore', cwd: '/' }).status === 0;

const ownFolder = (path: string, as: RunAs): string => {
  mkdirSync(path, { recursive: true });
  if ('uid' in as) chownSync(path, as.uid, as.gid);
  return path;
};

/** Reads or stores the cluster's location and password in the data folder; deleting the data folder therefore starts a new cluster. */
const clusterOf = (
  options: Pick<PostgresOptions, 'folder' | 'say'>,
  as: RunAs,
  password = randomBytes(24).toString('hex'),
): Cluster => {
  const file = join(options.folder, 'cluster.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Cluster;
  let data = ownFolder(join(options.folder, 'data'), as);
  if (!mayEnter(data, as)) {
    rmSync(data, { recursive: true });
    data = ownFolder(join(STAGING_FOLDER, `data-${randomBytes(6).toString('hex')}`), as);
    options.say?.(`La base de datos queda en ${data}: el usuario postgres no puede entrar a ${options.folder}.`);
  }
  const cluster = { data, password };
  writeFileSync(file, JSON.stringify(cluster), { mode: 0o600 });
  return cluster;
};

/** A location for a restored cluster, with its owner's password. @returns its empty data folder */
export const adoptCluster = (
  { folder, password, say }: { folder: string; password: string; say: (line: string) => void },
  as: RunAs,
): string => {
  mkdirSync(folder, { recursive: true });
  chmodSync(ownFolder(folder, as), 0o700);
  const { data } = clusterOf({ folder, say }, as, password);
  chmodSync(data, 0o700);
  return data;
};

const initialise = (initdb: string, cluster: Cluster, as: RunAs): void => {
  if (existsSync(join(cluster.data, 'PG_VERSION'))) return;
  const passwordFile = join(tmpdir(), `acequia-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if ('uid' in as) chownSync(passwordFile, as.uid, as.gid);
  try {
    // The built-in locale behaves the same on every machine.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--auth=scram-sha-256', `--username=${ROLE}`, `--pwfile=${passwordFile}`];
    const done = spawnSync(initdb, [`--pgdata=${cluster.data}`, ...access, ...locale], {
      ...as,
      cwd: cluster.data,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`initdb falló: ${(done.stderr || String(done.error)).trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/** Whether a process works in this folder; PostgreSQL's work in their data. Always false where there is no /proc. */
const isWorkedIn = (folder: string): boolean => {
  const workplace = (pid: string): string | null => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return null; // It has ended, or there is no /proc.
    }
  };
  return existsSync('/proc') && readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && workplace(pid) === folder);
};

/** Ends a server that still runs on this data, and makes way for the next after a killed one. */
const clearLock = async (dataFolder: string): Promise<void> => {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const holder = Number.isInteger(pid) && pid > 0 ? identityOf(pid) : null;
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  const isOurs = command.includes('postgres') && command.includes(dataFolder);
  if (holder && isOurs) await endProcess(holder, 'SIGINT', 5_000);
  // The sessions of a killed server finish their statement first, and no other server may start beside them.
  const isFree = await waitUntil(async () => !isWorkedIn(realpathSync(dataFolder)), ORPHANS_MS);
  const runs = isOurs && holder !== null && isAlive(holder);
  // A later process, or a zombie, may have the old server's pid: PostgreSQL would take it for a running server.
  if ((holder && !isOurs) || (isFree && !runs)) rmSync(file, { force: true });
};

/** Copies each segment atomically and never overwrites one; after a write, at least one segment a minute. */
const archiving = (folder: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: `test ! -f "${folder}/%f" && cp "%p" "${folder}/%f.partial" && mv "${folder}/%f.partial" "${folder}/%f"`,
  archive_timeout: '60',
});

/** Nothing outlives the machine's end, and the log is not made smaller. */
const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_compression: 'off' };

export const settings = (options: PostgresOptions): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(options.maxConnections ?? 120),
  shared_buffers: '96MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  ...(options.walArchive !== undefined && archiving(options.walArchive)),
  ...(options.durable === false && THROWN_AWAY),
});

/** Prepares the binaries, the user and the cluster; returns how to start the server. */
export const preparePostgres = async (options: PostgresOptions): Promise<PreparedPostgres> => {
  const as = postgresUser();
  const { postgres, initdb } = postgresBinaries(as, options.say ?? (() => undefined));
  mkdirSync(options.folder, { recursive: true });
  chmodSync(ownFolder(options.folder, as), 0o700);
  const cluster = clusterOf(options, as);
  initialise(initdb, cluster, as);
  if (options.walArchive !== undefined) chmodSync(ownFolder(options.walArchive, as), 0o700);
  const flags = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'postgres',
    command: postgres,
    args: ['-D', cluster.data, '-p', String(options.port), ...flags],
    env: { ...bareEnv(), LC_ALL: 'C' },
    cwd: cluster.data,
    ...as,
    umask: PRIVATE_UMASK,
    stopSignal: 'SIGINT',
    prepare: () => clearLock(cluster.data),
    url: `postgres://${ROLE}:${cluster.password}@127.0.0.1:${options.port}/${DATABASE}`,
    dataFolder: cluster.data,
  };
};

const withClient = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const postgresAnswers = (url: string): Promise<boolean> => withClient(url, (client) => client.query('SELECT 1'));

/** Waits until a server answers, and creates the database of the URL when it is missing. */
export const postgresReady = async (url: string, signal?: AbortSignal): Promise<void> => {
  const database = new URL(url).pathname.slice(1);
  const server = new URL(url);
  server.pathname = '/postgres';
  const exists = async (): Promise<boolean> => {
    if (await postgresAnswers(url)) return true;
    await withClient(server.href, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`));
    return postgresAnswers(url);
  };
  if (!(await waitUntil(exists, READY_MS, 100, signal)))
    throw new Error(`PostgreSQL no respondió en ${READY_MS / 1000} s.`);
};
