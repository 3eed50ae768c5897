import type { DataFolder } from './data-folder.js';
import { StartError, type Environment } from './environment.js';
import { freePort } from './ports.js';
import { prepareRoles, rolePasswords } from './database-roles.js';
import type { RedisKind } from './redis-access.js';
import { canHaveUsers, urlsOfUsers, userLines } from './redis-users.js';
import {
  DATABASE_SERVICES,
  DATABASE_VARIABLES,
  type DatabaseService,
  SERVICE_NAMES,
  type ServiceName,
} from './service-names.js';
import { storedPasswords } from './stored-passwords.js';
import { postgresReady, preparePostgres } from './postgres.js';
import type { ProcessSpec } from './process-spec.js';
import { DURABLE_REDIS_BYTES, prepareRedis, redisReady } from './redis.js';
import { requireCommand } from './system-packages.js';

/** PostgreSQL and the two Redis servers: those named in the environment are external, the others run here. */
export interface LocalParts {
  /** URL of the database's owner. */
  databaseUrl: string;
  /** URL of each service's own role; known once the servers answer. */
  databaseUrls: Record<DatabaseService, string>;
  /** URLs with all rights. */
  redisUrl: string;
  redisVolatileUrl: string;
  /** URLs of each service's own user, on servers that run here. */
  redisUrls: Record<RedisKind, Record<ServiceName, string>>;
  readingsMaxBytes?: string;
  /** Processes to run for the above. */
  specs: ProcessSpec[];
  ready(signal: AbortSignal): Promise<void>;
}

/** Each service keeps a small pool, so further instances need further connections. */
const connectionsFor = (instances: number): number => 60 + 40 * instances;

/** An external database gets no roles from us: its operator gives each service a URL, or all of them the same. */
const givenUrls = (environment: Environment, say: (line: string) => void): Record<DatabaseService, string> => {
  const { DATABASE_URL = '' } = environment;
  const own = DATABASE_SERVICES.filter((service) => environment[DATABASE_VARIABLES[service]] !== undefined);
  if (!DATABASE_URL && own.length > 0)
    throw new StartError('Falta DATABASE_URL: con una base de datos propia se dan todas sus direcciones.');
  const shared = DATABASE_SERVICES.filter((service) => !own.includes(service));
  if (DATABASE_URL && shared.length > 0)
    say(
      `Aviso: con DATABASE_URL sola, ${shared.join(', ')} ven los datos de todos los servicios; da a cada uno su DATABASE_URL_<SERVICIO>.`,
    );
  const urlOf = (service: DatabaseService): string => environment[DATABASE_VARIABLES[service]] ?? DATABASE_URL;
  return Object.fromEntries(DATABASE_SERVICES.map((service) => [service, urlOf(service)])) as Record<
    DatabaseService,
    string
  >;
};

const warnOfOpenRedis = (environment: Environment, say: (line: string) => void): void => {
  for (const name of ['REDIS_URL', 'REDIS_VOLATILE_URL'] as const)
    if (environment[name] && !/:[^@/]+@/.test(environment[name]))
      say(`Aviso: ${name} no lleva contraseña; quien alcance ese Redis puede borrar lo que está en camino.`);
  const given = (['REDIS_URL', 'REDIS_VOLATILE_URL'] as const).filter((name) => environment[name] !== undefined);
  if (given.length > 0)
    say(`Aviso: con ${given.join(' y ')}, todos los servicios entran a ese Redis con el mismo usuario.`);
};

interface RedisUrls {
  /** With all rights. */
  url: string;
  own: Record<ServiceName, string>;
}

/** One URL for every service. */
const sameForAll = (url: string): Record<ServiceName, string> =>
  Object.fromEntries(SERVICE_NAMES.map((service) => [service, url])) as Record<ServiceName, string>;

export const prepareParts = async (
  environment: Environment,
  data: DataFolder,
  say: (line: string) => void,
): Promise<LocalParts> => {
  const specs: ProcessSpec[] = [];
  const waits: ((signal: AbortSignal) => Promise<void>)[] = [];

  let databaseUrl = environment.DATABASE_URL;
  const databaseUrls = givenUrls(environment, say);
  if (!databaseUrl) {
    const postgres = await preparePostgres({
      folder: data.file('postgres'),
      port: await freePort(),
      maxConnections: connectionsFor(environment.ACEQUIA_INSTANCES),
      walArchive: environment.ACEQUIA_WAL_ARCHIVE,
      say,
    });
    databaseUrl = postgres.url;
    specs.push(postgres);
    waits.push(async (signal) => {
      await postgresReady(postgres.url, signal);
      Object.assign(databaseUrls, await prepareRoles(postgres.url, rolePasswords(data.file('postgres-roles.json'))));
    });
  }

  warnOfOpenRedis(environment, say);
  const redisPasswords = storedPasswords(data.file('redis-users.json'), SERVICE_NAMES);
  const redis = async (kind: RedisKind): Promise<RedisUrls> => {
    await requireCommand('redis-server', say);
    const hasUsers = canHaveUsers();
    if (!hasUsers && kind === 'durable')
      say('Aviso: este redis-server es anterior a la versión 7: todos los servicios usan el mismo usuario.');
    const name = kind === 'durable' ? 'redis' : 'redis-volatile';
    const spec = prepareRedis({
      name,
      folder: data.file(name),
      port: await freePort(),
      kind,
      password: true,
      config: hasUsers ? userLines(kind, redisPasswords) : [],
    });
    specs.push(spec);
    waits.push((signal) => redisReady(spec.url, signal));
    return { url: spec.url, own: hasUsers ? urlsOfUsers(spec.url, redisPasswords) : sameForAll(spec.url) };
  };
  const external = (url: string): RedisUrls => ({ url, own: sameForAll(url) });
  const durable = environment.REDIS_URL ? external(environment.REDIS_URL) : await redis('durable');
  // A single external Redis serves as both.
  const given = environment.REDIS_VOLATILE_URL ?? environment.REDIS_URL;
  const volatile = given ? external(given) : await redis('volatile');

  const ready = async (signal: AbortSignal): Promise<void> => {
    try {
      await Promise.all(waits.map((wait) => wait(signal)));
    } catch (error) {
      throw new StartError(`${(error as Error).message} Mira los registros en ${data.file('logs')}.`, { cause: error });
    }
  };
  const budget = environment.REDIS_URL ? {} : { readingsMaxBytes: String(DURABLE_REDIS_BYTES / 2) };
  return {
    databaseUrl,
    databaseUrls,
    redisUrl: durable.url,
    redisVolatileUrl: volatile.url,
    redisUrls: { durable: durable.own, volatile: volatile.own },
    ...budget,
    specs,
    ready,
  };
};
