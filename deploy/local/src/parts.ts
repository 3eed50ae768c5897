import type { DataFolder } from './data-folder.js';
import { StartError, type Environment } from './environment.js';
import { freePort } from './ports.js';
import { postgresReady, preparePostgres } from './postgres.js';
import type { ProcessSpec } from './process-spec.js';
import { DURABLE_REDIS_BYTES, prepareRedis, redisReady } from './redis.js';
import { requireCommand } from './system-packages.js';

/** PostgreSQL and the two Redis servers: those that the environment names are left alone, the others are ours to run. */
export interface LocalParts {
  databaseUrl: string;
  redisUrl: string;
  redisVolatileUrl: string;
  readingsMaxBytes?: string;
  /** What has to run for the above. */
  specs: ProcessSpec[];
  ready(signal: AbortSignal): Promise<void>;
}

/** Each service keeps a small pool; further instances need further connections. */
const connectionsFor = (instances: number): number => 60 + 40 * instances;

export const prepareParts = async (
  environment: Environment,
  data: DataFolder,
  say: (line: string) => void,
): Promise<LocalParts> => {
  const specs: ProcessSpec[] = [];
  const waits: ((signal: AbortSignal) => Promise<void>)[] = [];

  let databaseUrl = environment.DATABASE_URL;
  if (!databaseUrl) {
    const postgres = await preparePostgres({
      folder: data.file('postgres'),
      port: await freePort(),
      maxConnections: connectionsFor(environment.ACEQUIA_INSTANCES),
      say,
    });
    databaseUrl = postgres.url;
    specs.push(postgres);
    waits.push((signal) => postgresReady(postgres.url, signal));
  }

  const redis = async (kind: 'durable' | 'volatile'): Promise<string> => {
    await requireCommand('redis-server', say);
    const name = kind === 'durable' ? 'redis' : 'redis-volatile';
    const spec = prepareRedis({ name, folder: data.file(name), port: await freePort(), kind, password: true });
    specs.push(spec);
    waits.push((signal) => redisReady(spec.url, signal));
    return spec.url;
  };
  const redisUrl = environment.REDIS_URL ?? (await redis('durable'));
  // Who brings one Redis of their own has it used for both, unless they bring two.
  const redisVolatileUrl =
    environment.REDIS_VOLATILE_URL ?? (environment.REDIS_URL ? environment.REDIS_URL : await redis('volatile'));

  const ready = async (signal: AbortSignal): Promise<void> => {
    try {
      await Promise.all(waits.map((wait) => wait(signal)));
    } catch (error) {
      throw new StartError(`${(error as Error).message} Mira los registros en ${data.file('logs')}.`, { cause: error });
    }
  };
  const budget = environment.REDIS_URL ? {} : { readingsMaxBytes: String(DURABLE_REDIS_BYTES / 2) };
  return { databaseUrl, redisUrl, redisVolatileUrl, ...budget, specs, ready };
};
