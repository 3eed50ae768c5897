import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LAST_BACKUP_KEY } from '@acequia/contracts';
import { StartError } from '../environment.js';
import { outputOf } from './child-streams.js';
import { backUpCluster, readCluster } from './embedded.js';
import { askDatabase, serverMajor, toolsFor, withoutPassword } from './pg-tools.js';
import { dumpRedis, openRedis } from './redis-copy.js';
import { backupName, superfluous } from './retention.js';
import { type Manifest, readSettings, runningIn, keysOf, type Settings } from './settings.js';
import { VaultWriter } from './vault.js';

/** The folder in which a backup gets a name of its own; null = `out` is the file. */
const folderOf = (out: string): string | null => {
  const isFolder = existsSync(out) ? statSync(out).isDirectory() : out.endsWith('/');
  if (isFolder && !existsSync(out)) throw new StartError(`La carpeta ${out} no existe.`);
  return isFolder ? out : null;
};

const prune = (folder: string, days: number): void => {
  for (const name of superfluous(readdirSync(folder), days)) rmSync(join(folder, name));
};

/** Whether nobody's data would be lost with this installation. */
const hasNoCompany = (databaseUrl: string): Promise<boolean> =>
  askDatabase(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('auth_tenancy.empresas') IS NOT NULL AS there`,
    );
    if (!tables[0]?.there) return true;
    return (await client.query('SELECT 1 FROM auth_tenancy.empresas LIMIT 1')).rowCount === 0;
  });

/** Small files of the data folder that a restored installation needs: the local authority, the demo's boards. */
const furtherFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => name === 'tls' || (/^demo.*\.json$/.test(name) && name !== 'run.json'))
    : [];

interface Addresses {
  databaseUrl: string;
  redisUrl: string;
}

const addressesOf = ({ environment, data }: Settings): Addresses => {
  const run = runningIn(data);
  const databaseUrl = environment.DATABASE_URL ?? run?.postgres;
  const redisUrl = environment.REDIS_URL ?? run?.redis;
  if (!databaseUrl || !redisUrl)
    throw new StartError(
      `Acequia no está en marcha con los datos de ${data}: arráncala, y respáldala mientras trabaja.`,
    );
  return { databaseUrl, redisUrl };
};

const write = async (settings: Settings, path: string, { databaseUrl, redisUrl }: Addresses): Promise<number> => {
  const { environment, data } = settings;
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
  return vault.close();
};

const tell = async (redisUrl: string, bytes: number, ms: number): Promise<void> => {
  const redis = await openRedis(redisUrl);
  await redis.set(LAST_BACKUP_KEY, JSON.stringify({ ts: Date.now(), bytes, ms }));
  redis.disconnect();
};

/** Backs up the running installation. The file appears atomically. `keep` = days of which one stays ({@link superfluous}). */
export const backUp = async (
  source: NodeJS.ProcessEnv,
  { out, keep }: { out: string; keep?: number | undefined },
  say: (line: string) => void,
): Promise<string> => {
  const settings = readSettings(source);
  const addresses = addressesOf(settings);
  const folder = folderOf(out);
  const path =
    folder === null
      ? out
      : join(folder, backupName(new Date().toISOString(), await hasNoCompany(addresses.databaseUrl)));
  if (existsSync(path)) throw new StartError(`${path} ya existe: no se escribe encima de un respaldo.`);
  const unfinished = `${path}.parcial`;
  const began = Date.now();
  try {
    const bytes = await write(settings, unfinished, addresses);
    renameSync(unfinished, path);
    await tell(addresses.redisUrl, bytes, Date.now() - began);
    say(`Respaldo listo: ${path} (${(bytes / 1e6).toFixed(1)} MB en ${((Date.now() - began) / 1_000).toFixed(1)} s).`);
  } finally {
    rmSync(unfinished, { force: true });
  }
  if (keep !== undefined && folder !== null) prune(folder, keep);
  return path;
};

const OPTIONS = { out: { type: 'string' }, 'keep-days': { type: 'string' }, keep: { type: 'string' } } as const;

/** `npm run backup -- --out FILE|FOLDER [--keep-days N]` */
export const backupCommand = async (given: string[]): Promise<void> => {
  const { values } = parseArgs({ args: given, options: OPTIONS });
  if (!values.out) throw new StartError('Uso: npm run backup -- --out ARCHIVO|CARPETA [--keep-days N]');
  // It counted backups: taken for days it would remove most of them.
  if (values.keep !== undefined)
    throw new StartError('--keep ya no existe: usa --keep-days, que cuenta días y no respaldos.');
  const keep = values['keep-days'] === undefined ? undefined : Number(values['keep-days']);
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new StartError('--keep-days debe ser un número mayor que 0.');
  await backUp(process.env, { out: values.out, keep }, (line) => console.log(line));
};
