import { spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DataFolder } from '../data-folder.js';
import { StartError } from '../environment.js';
import { freePort } from '../ports.js';
import { adoptCluster, postgresAnswers, preparePostgres } from '../postgres.js';
import { postgresBinaries, postgresUser, type RunAs } from '../postgres-binaries.js';
import { endProcess, identityOf } from '../process-identity.js';
import { type ProcessSpec, startProcess, waitUntil } from '../process-spec.js';
import { prepareRedis, redisReady } from '../redis.js';
import { requireCommand } from '../system-packages.js';
import { Fed } from './child-streams.js';
import { NEW_EPOCH } from './new-epoch.js';
import { askDatabase } from './pg-tools.js';
import { openRedis, RedisRestore } from './redis-copy.js';
import type { Sink, Target } from './restore-target.js';
import type { Manifest } from './settings.js';

/** Restores to a time after the backup, from archived WAL. */
export interface RestorePoint {
  wal?: string;
  until?: string;
}

/** Replaying a long archive takes time. */
const RECOVERY_MS = 3_600_000;
const STOP_MS = 60_000;

type Say = (line: string) => void;

const checkVersion = ({ major }: Manifest, as: RunAs, say: Say): void => {
  const { postgres } = postgresBinaries(as, say);
  const { stdout } = spawnSync(postgres, ['--version'], { ...as, encoding: 'utf8', cwd: '/' });
  const ours = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  if (ours !== major)
    throw new StartError(
      `El respaldo es de PostgreSQL ${major} y esta Acequia trae el ${ours}: restáuralo con la versión de Acequia que lo hizo.`,
    );
};

const running = async (spec: ProcessSpec, work: (child: ChildProcess) => Promise<void>): Promise<void> => {
  await spec.prepare?.();
  const child = startProcess(spec, ['ignore', 'ignore', 'pipe']);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-2_000)));
  const identity = identityOf(child.pid ?? 0);
  try {
    await work(child);
  } catch (cause) {
    throw new StartError(`${spec.name} no arrancó con lo restaurado: ${said.trim().split('\n').at(-1) ?? ''}`, {
      cause,
    });
  } finally {
    if (identity) await endProcess(identity, spec.stopSignal ?? 'SIGTERM', STOP_MS);
  }
};

/** Recovery settings, on a new timeline: to the end of the backup, or onward through the archive. */
const recovery = (data: string, { wal, until }: RestorePoint, as: RunAs): string[] => {
  const signal = join(data, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if ('uid' in as) chownSync(signal, as.uid, as.gid);
  const settings = {
    restore_command: wal === undefined ? 'false' : `cp "${resolve(wal)}/%f" "%p"`,
    recovery_target_action: 'promote',
    ...(until !== undefined && { recovery_target_time: until }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

/** Lets PostgreSQL recover the copied files to a consistent state, and starts a new epoch for the boards. */
const recover = async (folder: string, point: RestorePoint, as: RunAs, say: Say): Promise<void> => {
  const spec = await preparePostgres({ folder, port: await freePort(), say });
  spec.args.push(...recovery(spec.dataFolder, point, as));
  await running(spec, async (child) => {
    const recovered = (): Promise<boolean> =>
      askDatabase(spec.url, async (client) => {
        const { rows } = await client.query<{ busy: boolean }>('SELECT pg_is_in_recovery() AS busy');
        return rows[0]?.busy === false;
      });
    const done = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error('it ended');
      return (await postgresAnswers(spec.url)) && recovered();
    };
    if (!(await waitUntil(done, RECOVERY_MS, 200))) throw new Error('it does not end');
    await askDatabase(spec.url, (client) => client.query(NEW_EPOCH));
  });
};

const redisSink = async (data: DataFolder): Promise<Sink> => {
  const spec = prepareRedis({ folder: data.file('redis'), port: await freePort(), kind: 'durable', password: true });
  const child = startProcess(spec, ['ignore', 'ignore', 'ignore']);
  const identity = identityOf(child.pid ?? 0);
  await redisReady(spec.url);
  const redis = await openRedis(spec.url);
  const restored = new RedisRestore(redis);
  return {
    take: (piece) => restored.take(piece),
    finish: async () => {
      redis.disconnect();
      if (identity) await endProcess(identity, 'SIGTERM', STOP_MS);
    },
  };
};

/** An unused data folder as the target. */
export const clusterTarget = async (
  data: DataFolder,
  manifest: Manifest,
  point: RestorePoint,
  say: Say,
): Promise<Target> => {
  await data.take();
  const there = ['postgres', 'redis', 'secret.key'].find((name) => existsSync(data.file(name)));
  if (there !== undefined) {
    data.release();
    throw new StartError(
      `${data.path} ya tiene una instalación (${there}): restaura en una carpeta nueva, con ACEQUIA_DATA.`,
    );
  }
  await requireCommand('redis-server', say);
  const as = postgresUser();
  checkVersion(manifest, as, say);
  const folder = data.file('postgres');
  const cluster = adoptCluster({ folder, password: manifest.password ?? '', say }, as);
  let label = '';
  const unpack = (...args: string[]): Sink =>
    new Fed('tar', ['-x', '-f', '-', '-C', cluster, ...args], { ...as, cwd: '/' });
  return {
    sinks: {
      redis: () => redisSink(data),
      cluster: () => unpack('--gzip'),
      label: () => ({ take: async (piece) => void (label += piece.toString('utf8')) }),
      wal: () => unpack(),
    },
    finish: async () => {
      const file = join(cluster, 'backup_label');
      writeFileSync(file, label, { mode: 0o600 });
      if ('uid' in as) chownSync(file, as.uid, as.gid);
      await recover(folder, point, as, say);
      data.release();
    },
    undo: async () => {
      rmSync(cluster, { recursive: true, force: true });
      for (const name of ['postgres', 'redis', 'secret.key']) rmSync(data.file(name), { recursive: true, force: true });
      data.release();
    },
  };
};
