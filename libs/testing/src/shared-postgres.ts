import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  freePort,
  identityOf,
  pause,
  postgresAnswers,
  postgresReady,
  preparePostgres,
  startProcess,
} from '@acequia/local';
import { dockerAnswers, startPostgresContainer } from './containers.js';

export interface SharedServer {
  url: string;
  pid?: number;
  container?: string;
}

const FOLDER = join(tmpdir(), `acequia-test-postgres-${process.getuid?.() ?? 0}`);
const LOCK = join(FOLDER, 'lock');
const KEEPER = fileURLToPath(new URL('../keeper.mjs', import.meta.url));

const signUp = (): void => {
  mkdirSync(join(FOLDER, 'users'), { recursive: true });
  writeFileSync(join(FOLDER, 'users', String(process.pid)), '');
};

/** One process at a time looks for the server or starts it; a lock whose holder died does not count. */
const withLock = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      signUp();
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const holder = Number(readText(LOCK));
      if (holder > 0 && !identityOf(holder)) rmSync(LOCK, { force: true });
      await pause(50);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const running = async (): Promise<SharedServer | null> => {
  const text = readText(join(FOLDER, 'server.json'));
  if (!text) return null;
  const server = JSON.parse(text) as SharedServer;
  return (await postgresAnswers(server.url)) ? server : null;
};

/** A server for tests, fast rather than safe: a container where a Docker engine answers, the embedded one otherwise. */
export const startServer = async (folder: string): Promise<SharedServer> => {
  if (await dockerAnswers()) return startPostgresContainer();
  const spec = await preparePostgres({ folder, port: await freePort(), durable: false, maxConnections: 300 });
  await spec.prepare?.();
  const child = startProcess(spec, 'ignore');
  child.unref();
  await postgresReady(spec.url);
  if (child.pid === undefined) throw new Error('PostgreSQL did not start');
  return { url: spec.url, pid: child.pid };
};

/** Ends a server that {@link startServer} gave, without asking its clients: its data is thrown away anyway. */
export const stopServer = ({ pid, container }: SharedServer): void => {
  if (container) execFileSync('docker', ['rm', '-f', container], { stdio: 'ignore' });
  else if (pid !== undefined && identityOf(pid)) process.kill(pid, 'SIGQUIT');
};

/**
 * URL of the test server: TEST_DATABASE_URL when the test runner gave one; else one that the first test process starts (a container
 * where a Docker engine answers, the embedded server otherwise), that the others reuse and that ends after the last of them.
 */
export const sharedServerUrl = (): Promise<string> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return Promise.resolve(given);
  return withLock(async () => {
    const found = await running();
    if (found) return found.url;
    const server = await startServer(FOLDER);
    writeFileSync(join(FOLDER, 'server.json'), JSON.stringify(server), { mode: 0o600 });
    spawn(process.execPath, [KEEPER, FOLDER], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
    return server.url;
  });
};
