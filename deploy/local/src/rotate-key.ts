import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Resealed, RESEALED_KEY, SEALING_SERVICES } from '@acequia/contracts';
import { openRedis } from './backup/redis-copy.js';
import { runningIn } from './backup/settings.js';
import { DataFolder, KEY_FILES } from './data-folder.js';
import { readEnvironment, StartError } from './environment.js';
import { waitUntil } from './process-spec.js';

/** Life of a session: what the previous key signed is accepted that long. */
const SESSION_MS = 12 * 3_600_000;
/** Two rounds of restarts and a pass over the secrets. */
const PATIENCE_MS = 10 * 60_000;

/** Equals the kit's `keyPrint`, which tells with what key a service seals. */
const keyPrint = (secret: string): string =>
  createHash('sha256').update(`acequia/v1/print\n${secret}`).digest('hex').slice(0, 16);

/** What each service tells about sealing its secrets with this key: null = not yet. */
const reportsOf = async (redisUrl: string, key: string, since: number): Promise<Map<string, Resealed | null>> => {
  const redis = await openRedis(redisUrl);
  try {
    const told = await redis.hgetall(RESEALED_KEY);
    return new Map(
      SEALING_SERVICES.map((service) => {
        const report = Resealed.safeParse(JSON.parse(told[service] ?? 'null'));
        const counts = report.success && report.data.huella === keyPrint(key) && report.data.ts >= since;
        return [service, counts ? report.data : null];
      }),
    );
  } finally {
    redis.disconnect();
  }
};

const folderOf = (source: NodeJS.ProcessEnv): DataFolder => {
  const { ACEQUIA_DATA, ACEQUIA_SECRET_KEY } = source;
  const environment = readEnvironment({ ACEQUIA_DATA, ACEQUIA_SECRET_KEY });
  if (environment.ACEQUIA_SECRET_KEY)
    throw new StartError(
      'La clave viene de ACEQUIA_SECRET_KEY: pon ahí la nueva, y la de antes en ACEQUIA_SECRET_KEY_PREVIOUS (docs/operations.md).',
    );
  const { ACEQUIA_DATA: data } = environment;
  if (!existsSync(`${data}/${KEY_FILES.current}`)) throw new StartError(`En ${data} no hay una instalación.`);
  return new DataFolder(data);
};

const launcherOf = (folder: DataFolder): { pid: number; redis: string } => {
  const [pid, run] = [folder.launcher(), runningIn(folder.path)];
  if (pid === null || !run)
    throw new StartError(`Acequia no está en marcha con los datos de ${folder.path}: arráncala.`);
  return { pid, redis: run.redis };
};

/** Begins a rotation, or resumes one that was cut short, and waits until every secret is sealed with the new key. */
const begin = async (folder: DataFolder, say: (line: string) => void): Promise<void> => {
  const { pid, redis } = launcherOf(folder);
  const since = Date.now();
  folder.prepareNextKey();
  if (folder.keyIn(KEY_FILES.next) !== undefined) {
    say('Los servicios toman la clave nueva, uno tras otro…');
    process.kill(pid, 'SIGUSR2');
  }
  let missing: string[] = [];
  const sealed = async (): Promise<boolean> => {
    if (folder.keyIn(KEY_FILES.next) !== undefined) return false;
    const reports = await reportsOf(redis, folder.keys({}).current, since);
    const failed = [...reports].filter(([, report]) => (report?.fallidos ?? 0) > 0).map(([service]) => service);
    if (failed.length > 0)
      throw new StartError(`Hay secretos que no se abren con ninguna de las dos claves: ${failed.join(', ')}.`);
    missing = [...reports].flatMap(([service, report]) => (report ? [] : [service]));
    return missing.length === 0;
  };
  if (!(await waitUntil(sealed, PATIENCE_MS, 500)))
    throw new StartError(`Todavía no: ${missing.join(', ') || 'los servicios'}. Vuelve a lanzar npm run rotate-key.`);
  say('Listo: cada secreto está sellado con la clave nueva. Haz un respaldo.');
  say(`La clave anterior vale para las sesiones abiertas; desde ${endOf(folder)}: npm run rotate-key -- --finish`);
};

const endOf = (folder: DataFolder): string =>
  new Date(statSync(folder.file(KEY_FILES.previous)).mtimeMs + SESSION_MS).toISOString();

/** Drops the previous key. */
const finish = async (folder: DataFolder, now: boolean, say: (line: string) => void): Promise<void> => {
  const { pid, redis } = launcherOf(folder);
  if (folder.keyIn(KEY_FILES.previous) === undefined || folder.keyIn(KEY_FILES.next) !== undefined)
    throw new StartError('No hay una rotación por terminar.');
  if (!now && Date.parse(endOf(folder)) > Date.now())
    throw new StartError(`Cerraría sesiones abiertas: espera hasta ${endOf(folder)}, o añade --now.`);
  const reports = await reportsOf(redis, folder.keys({}).current, Date.now() - 5 * 60_000);
  const behind = [...reports].flatMap(([service, report]) => (report?.fallidos === 0 ? [] : [service]));
  if (behind.length > 0)
    throw new StartError(`Aún no se sabe que todo esté sellado con la clave nueva: ${behind.join(', ')}.`);
  folder.dropPreviousKey();
  process.kill(pid, 'SIGUSR2');
  say('La clave anterior ya no vale; los servicios se reinician uno tras otro.');
};

/** `npm run rotate-key [-- --finish [--now]]` */
export const rotateKey = async (given: string[]): Promise<void> => {
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({ args: given, options: { finish: flag, now: flag } });
  const folder = folderOf(process.env);
  const say = (line: string): void => console.log(line);
  await (values.finish ? finish(folder, values.now === true, say) : begin(folder, say));
};
