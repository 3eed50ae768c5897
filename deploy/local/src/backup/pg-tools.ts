import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { StartError } from '../environment.js';
import { findCommand } from '../system-packages.js';

const DEBIAN = '/usr/lib/postgresql';

const majorOf = (program: string): number => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

/** Folder of the newest pg_dump on this machine. */
const newestTools = (): { folder: string; major: number } | null => {
  const found = findCommand('pg_dump');
  const packaged = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin/pg_dump')) : [];
  const [newest] = [...(found ? [found] : []), ...packaged]
    .filter((path) => existsSync(path))
    .map((path) => ({ folder: dirname(path), major: majorOf(path) }))
    .sort((a, b) => b.major - a.major);
  return newest ?? null;
};

/** Folder of pg_dump and pg_restore for a server. @throws StartError when they are missing or older than the server */
export const toolsFor = (server: number): string => {
  const tools = newestTools();
  const remedy = `Instala postgresql-client-${server} (o más nuevo) y vuelve a intentar.`;
  if (!tools) throw new StartError(`El servidor es PostgreSQL ${server} y este equipo no tiene pg_dump. ${remedy}`);
  if (tools.major < server)
    throw new StartError(
      `El servidor es PostgreSQL ${server} y el pg_dump más nuevo de este equipo es el ${tools.major}. ${remedy}`,
    );
  return tools.folder;
};

/** The URL without its password, which goes into the environment: every process can read a command line. */
export const withoutPassword = (url: string): { url: string; env: NodeJS.ProcessEnv } => {
  const bare = new URL(url);
  const password = decodeURIComponent(bare.password);
  bare.password = '';
  return { url: bare.href, env: { ...process.env, PGPASSWORD: password } };
};

export const askDatabase = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw new StartError('PostgreSQL no responde.', { cause });
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const serverMajor = (url: string): Promise<number> =>
  askDatabase(url, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  });
