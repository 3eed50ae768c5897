import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Keys } from './data-folder.js';
import { StartError, type Environment } from './environment.js';
import type { ProcessSpec } from './process-spec.js';
import type { RedisKind } from './redis-access.js';
import { DATABASE_VARIABLES, type DatabaseService, type ServiceName } from './service-names.js';

/** Heap limit, MB: a leak must end the leaking service, not the machine. */
const HEAP_MB = 384;

/**
 * Megabytes of V8's nursery. Services that no stream of readings goes through do with little: 25 MB less resident per process than
 * with the default of 16 (measured after boot). Through device-gateway go the most objects: with twice the default it stops half as often to collect them.
 */
const SMALL_NURSERY_MB = 4;
const NURSERY_MB: Partial<Record<ServiceName, number>> = { 'device-gateway': 32, 'telemetry-history': 16, alerts: 16 };

/** How much memory a service may take, and how it is shared out. */
export const nodeFlags = (service: ServiceName): string[] => [
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${NURSERY_MB[service] ?? SMALL_NURSERY_MB}`,
];

export const DEMO_ADMIN = { email: 'admin@acequia.demo', password: 'acequia-demo' };

/** Where the services find their parts. */
export interface Parts {
  /** Read at each start of a service, so that a rotated key is taken by a restart. */
  keys: Keys;
  databaseUrls: Record<DatabaseService, string>;
  redisUrls: Record<RedisKind, Record<ServiceName, string>>;
  /** Budget of the readings stream for our own small Redis; else device-gateway's default. */
  readingsMaxBytes?: string | undefined;
}

/** Ports of one instance. `door` is what it opens to the outside: HTTP for the api-gateway, MQTT for device-gateway. */
export interface InstancePorts {
  internal: number;
  door?: number;
  /** Port for MQTT over TLS when it differs from the first instance's. */
  tls?: number;
}

const PRIVATE = [
  'ACEQUIA_ADMIN_EMAIL',
  'ACEQUIA_ADMIN_PASSWORD',
  'PORT',
  'TLS_CERT',
  'TLS_KEY',
  'MQTT_PORT',
  'MQTT_URL',
  'MQTT_BROKER_AUTH',
  'MQTT_EMQX_SECRET',
];

/** Variables that a child may inherit: all except npm's own and those of a single service. */
export const inherited = (source: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(source).filter(
      ([name]) =>
        !/^(npm_|NX_|INIT_CWD$|DATABASE_URL|ACEQUIA_HOST$|ACEQUIA_SECRET_KEY)/.test(name) && !PRIVATE.includes(name),
    ),
  );

const only = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The variables that only this service gets. */
const ownVariables = (
  service: ServiceName,
  { environment, parts, ports, historyUrl, root, inherit }: ServiceContext,
): Record<string, string> => {
  switch (service) {
    case 'api-gateway':
      return only({
        ACEQUIA_HOST: environment.ACEQUIA_HOST,
        PORT: String(ports.door),
        TLS_CERT: environment.TLS_CERT,
        TLS_KEY: environment.TLS_KEY,
        PUBLIC_URL: environment.PUBLIC_URL,
        TRUST_PROXY: environment.TRUST_PROXY,
        MQTT_PORT: environment.MQTT_URL ? undefined : String(environment.MQTT_PORT),
        TELEMETRY_HISTORY_URL: historyUrl,
        WEB_ROOT: join(root, 'apps/web/dist'),
      });
    case 'device-gateway':
      return only({
        ACEQUIA_HOST: environment.ACEQUIA_HOST,
        MQTT_PORT: String(ports.door),
        MQTT_URL: environment.MQTT_URL,
        MQTT_BROKER_AUTH: environment.MQTT_BROKER_AUTH,
        MQTT_EMQX_SECRET: environment.MQTT_EMQX_SECRET,
        MQTT_TLS_CERT: environment.MQTT_TLS_CERT,
        MQTT_TLS_KEY: environment.MQTT_TLS_KEY,
        MQTT_TLS_PORT: String(ports.tls ?? environment.MQTT_TLS_PORT),
        READINGS_MAX_BYTES: inherit['READINGS_MAX_BYTES'] ?? parts.readingsMaxBytes,
      });
    case 'auth-tenancy':
      return only({
        ACEQUIA_ADMIN_EMAIL: environment.ACEQUIA_DEMO ? DEMO_ADMIN.email : environment.ACEQUIA_ADMIN_EMAIL,
        ACEQUIA_ADMIN_PASSWORD: environment.ACEQUIA_DEMO ? DEMO_ADMIN.password : environment.ACEQUIA_ADMIN_PASSWORD,
      });
    case 'inventory':
      // Where device-gateway finds an external broker: inventory tells that broker of each board.
      return only({
        MQTT_URL: environment.MQTT_URL,
        MQTT_BROKER_AUTH: environment.MQTT_BROKER_AUTH,
      });
    case 'telemetry-history':
      return { DISK_PATHS: environment.ACEQUIA_DATA };
    default:
      return {};
  }
};

export interface ServiceContext {
  environment: Environment;
  parts: Parts;
  ports: InstancePorts;
  /** Internal address of telemetry-history, for exports. */
  historyUrl: string;
  /** Folder of the repository. */
  root: string;
  /** Variables that services inherit. */
  inherit: NodeJS.ProcessEnv;
}

const databaseOf = (service: ServiceName, parts: Parts): Record<string, string> =>
  service === 'api-gateway' ? {} : { [DATABASE_VARIABLES[service]]: parts.databaseUrls[service] };

/** How to start one instance of a service. */
export const serviceSpec = (service: ServiceName, instance: number, context: ServiceContext): ProcessSpec => {
  const main = join(context.root, 'apps', service, 'dist/main.js');
  if (!existsSync(main)) throw new StartError(`Falta construir ${service} (no existe ${main}).`);
  const { parts, ports } = context;
  const fixed = {
    NODE_ENV: 'production',
    REDIS_URL: parts.redisUrls.durable[service],
    REDIS_VOLATILE_URL: parts.redisUrls.volatile[service],
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(ports.internal),
    // Fewer malloc arenas save tens of megabytes per process.
    MALLOC_ARENA_MAX: '2',
    ...databaseOf(service, parts),
    ...ownVariables(service, context),
  };
  return {
    name: instance === 1 ? service : `${service}-${instance}`,
    command: process.execPath,
    args: [...nodeFlags(service), main],
    cwd: context.root,
    // Everything stops: no other instance can take the clients over.
    stopSignal: 'SIGINT',
    // A new id at each start, so that a restarted instance is not mistaken for the one that died during a call.
    get env() {
      return {
        ...inherited(context.inherit),
        ...fixed,
        ...only({ ACEQUIA_SECRET_KEY: parts.keys.current, ACEQUIA_SECRET_KEY_PREVIOUS: parts.keys.previous }),
        INSTANCE_ID: `${service}-${instance}-${randomBytes(3).toString('hex')}`,
      };
    },
  };
};
