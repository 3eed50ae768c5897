import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAST_BACKUP_KEY } from '@acequia/contracts';
import { StartError } from '../environment.js';
import { outputOf } from './child-streams.js';
import { backUpCluster, readCluster } from './embedded.js';
import { serverMajor, toolsFor, withoutPassword } from './pg-tools.js';
import { dumpRedis, openRedis } from './redis-copy.js';
import { type Manifest, readSettings, runningIn, keysOf, type Settings } from './settings.js';
import { VaultWriter } from './vault.js';

const ENDING = '.respaldo';

/** The target file; in a folder each backup gets a name with its time. */
const targetOf = (out: string): string => {
  const isFolder = existsSync(out) ? statSync(out).isDirectory() : out.endsWith('/');
  if (!isFolder) return out;
  if (!existsSync(out)) throw new StartError(`La carpeta ${out} no existe.`);
  return join(out, `acequia-${new Date().toISOString().replace(/[:.]/g, '-')}${ENDING}`);
};

/** Deletes the oldest backups of a folder beyond `keep`. */
const prune = (folder: string, keep: number): void => {
  const all = readdirSync(folder)
    .filter((name) => name.startsWith('acequia-') && name.endsWith(ENDING))
    .sort();
  for (const name of all.slice(0, Math.max(all.length - keep, 0))) rmSync(join(folder, name));
};

/** Small files of the data folder that a restored installation needs: the local authority, the demo's boards. */
const furtherFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => name === 'tls' || (/^demo.*\.json$/.test(name) && name !== 'run.json'))
    : [];

const write = async (settings: Settings, path: string): Promise<{ bytes: number; redisUrl: string }> => {
  const { environment, data } = settings;
  const run = runningIn(data);
  const databaseUrl = environment.DATABASE_URL ?? run?.postgres;
  const redisUrl = environment.REDIS_URL ?? run?.redis;
  if (!databaseUrl || !redisUrl)
    throw new StartError(
      `Acequia no está en marcha con los datos de ${data}: arráncala, y respáldala mientras trabaja.`,
    );
  const major = await serverMajor(databaseUrl);
  const tools = environment.DATABASE_URL ? toolsFor(major) : null;
  const created = new Date().toISOString();
  const { current: secretKey, previous: previousKey } = keysOf(settings);
  const manifest: Manifest = { created, kind: tools ? 'dump' : 'cluster', major, secretKey, previousKey };
  if (!tools) manifest.password = readCluster(data).password;
  const redis = await openRedis(redisUrl);
  const vault = VaultWriter.create(path, settings.passphrase);
  try {
    await vault.add('manifest', [Buffer.from(JSON.stringify(manifest))]);
    const files = furtherFiles(data);
    if (files.length > 0) await vault.add('files', outputOf('tar', ['-c', '-f', '-', '-C', data, ...files]));
    // Redis first: readings move from Redis to PostgreSQL, so a reading that moves meanwhile is in at least one copy.
    await vault.add('redis', dumpRedis(redis));
    if (tools) {
      const { url, env } = withoutPassword(databaseUrl);
      const args = ['--format=custom', '--no-owner', '--no-acl', `--dbname=${url}`];
      await vault.add('dump', outputOf(join(tools, 'pg_dump'), args, { env }));
    } else await backUpCluster(databaseUrl, readCluster(data), vault);
  } finally {
    redis.disconnect();
  }
  return { bytes: await vault.close(), redisUrl };
};

const tell = async (redisUrl: string, bytes: number, ms: number): Promise<void> => {
  const redis = await openRedis(redisUrl);
  await redis.set(LAST_BACKUP_KEY, JSON.stringify({ ts: Date.now(), bytes, ms }));
  redis.disconnect();
};

/** Backs up the running installation. The file appears atomically. */
export const backUp = async (
  source: NodeJS.ProcessEnv,
  { out, keep }: { out: string; keep?: number | undefined },
  say: (line: string) => void,
): Promise<string> => {
  const settings = readSettings(source);
  const path = targetOf(out);
  if (existsSync(path)) throw new StartError(`${path} ya existe: no se escribe encima de un respaldo.`);
  const unfinished = `${path}.parcial`;
  const began = Date.now();
  try {
    const { bytes, redisUrl } = await write(settings, unfinished);
    renameSync(unfinished, path);
    await tell(redisUrl, bytes, Date.now() - began);
    say(`Respaldo listo: ${path} (${(bytes / 1e6).toFixed(1)} MB en ${((Date.now() - began) / 1_000).toFixed(1)} s).`);
  } finally {
    rmSync(unfinished, { force: true });
  }
  if (keep !== undefined && existsSync(out) && statSync(out).isDirectory()) prune(out, keep);
  return path;
};

/** `npm run backup -- --out FILE|FOLDER [--keep N]` */
export const backupCommand = async (given: string[]): Promise<void> => {
  const { values } = parseArgs({ args: given, options: { out: { type: 'string' }, keep: { type: 'string' } } });
  if (!values.out) throw new StartError('Uso: npm run backup -- --out ARCHIVO|CARPETA [--keep N]');
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new StartError('--keep debe ser un número mayor que 0.');
  await backUp(process.env, { out: values.out, keep }, (line) => console.log(line));
};
