import type { ServiceName } from './service-names.js';

/** REDIS_URL (events, jobs, readings) or REDIS_VOLATILE_URL (calls, live messages, caches). */
export type RedisKind = 'durable' | 'volatile';

/** Key patterns of Redis: `*` is any text, and the braces are part of the key. */
interface Access {
  /** Keys that the service reads and writes. A script needs both rights to every key that it names. */
  keys?: readonly string[];
  reads?: readonly string[];
  writes?: readonly string[];
  channels?: readonly string[];
}

/** Lets a service use the grants of people, as auth-tenancy last wrote them. */
const GRANTS: Access = {
  keys: ['asignaciones:{u*}'],
  reads: ['asignaciones:{u*}:guarda'],
  channels: ['guardas'],
};

/** What tells the state of the whole installation: lags, dead letters and queues of everybody. Opening a queue writes to it. */
const SYSTEM_STATE: Access = {
  keys: ['{jobs}:*'],
  reads: ['{events:*}', '{events:*}:dead', '{readings}', '{readings:*}', 'acequia:respaldo'],
};

const LIVE = 'live:{*}';
const readings = ['{readings}', '{readings:*}'];
/** Where the services with secrets tell that these are sealed with the current key. */
const SEALED = ['acequia:claves'];

/** Of whom a service hears events, and from which queues it takes jobs: as EVENTS and JOBS of the contracts say. */
export const HEARS: Record<ServiceName, readonly ServiceName[]> = {
  'auth-tenancy': ['inventory'],
  inventory: ['auth-tenancy'],
  'device-gateway': ['auth-tenancy', 'inventory'],
  'telemetry-history': ['auth-tenancy', 'inventory'],
  alerts: ['auth-tenancy', 'inventory'],
  automation: ['auth-tenancy', 'inventory', 'device-gateway'],
  'api-gateway': ['auth-tenancy'],
};
export const QUEUES: Partial<Record<ServiceName, readonly string[]>> = {
  'device-gateway': ['device-gateway', 'device-gateway-nube'],
  'telemetry-history': ['telemetry-history'],
  alerts: ['alerts', 'alerts-entregas', 'alerts-dossieres'],
};

/** What each service needs beside {@link common}. */
const OWN: Record<ServiceName, Record<RedisKind, readonly Access[]>> = {
  'auth-tenancy': {
    durable: [{ writes: SEALED }],
    volatile: [
      {
        keys: ['login:*', 'sesion:{*}:guarda', 'sesiones:{u*}:guarda', 'asignaciones:{u*}*'],
        channels: ['guardas'],
      },
    ],
  },
  inventory: { durable: [{ writes: SEALED }], volatile: [GRANTS] },
  'device-gateway': {
    durable: [{ keys: [...readings, '{dispositivo:*}'], writes: SEALED }],
    volatile: [
      GRANTS,
      {
        keys: ['{gateway}:*', '{nube}:*', '{nube:*}:*', '{conexiones}:*', '{consumo}:*', '{medidas}:*', '{estado:*}'],
        writes: ['{cambios:*}'],
        channels: [LIVE, 'signal:{alerts.cambios}'],
      },
    ],
  },
  'telemetry-history': {
    durable: [{ keys: [...readings, '{readings}:*'] }],
    volatile: [GRANTS],
  },
  alerts: {
    durable: [SYSTEM_STATE, { keys: ['acequia:condiciones'], writes: SEALED }],
    volatile: [GRANTS, { keys: ['{avisos}:*', '{telegram:*}:*'], reads: ['{cambios:*}'], channels: [LIVE] }],
  },
  automation: { durable: [], volatile: [GRANTS, { channels: [LIVE] }] },
  'api-gateway': {
    // A dead letter goes back into its stream.
    durable: [SYSTEM_STATE, { keys: ['{events:*}', '{events:*}:dead'] }],
    volatile: [
      GRANTS,
      {
        // An entry ends in `<usuario>.<version>`; the guards are auth-tenancy's.
        keys: ['limite:*', 'sesion:{*}:*.*'],
        reads: ['sesion:{*}:guarda', 'sesiones:{u*}:guarda'],
        channels: [LIVE],
      },
    ],
  },
};

/** The bus: calls to everybody and answers to them, its own calls, its own events and those that it hears, its own jobs. */
const common = (service: ServiceName): Record<RedisKind, Access> => ({
  volatile: {
    keys: [`{bus:${service}}:*`, '{bus:*}:instances', 'acequia:instancias'],
    reads: ['{bus:*}:running:*'],
    writes: ['{bus:*}:calls'],
    channels: ['bus:reply:{*}', `signal:{${service}.*}`],
  },
  durable: {
    keys: [
      ...[service, ...HEARS[service]].map((producer) => `{events:${producer}}*`),
      ...(QUEUES[service] ?? []).map((queue) => `{jobs}:${queue}:*`),
    ],
  },
});

/**
 * Neither what governs the server nor what names or empties keys that are not the service's. INFO: BullMQ asks for the version.
 * CLIENT UNBLOCK ends a blocking read at a stop.
 */
const COMMANDS = [
  ...['+@all', '-@admin', '-@dangerous', '-acl', '-function', '-script|flush', '-script|kill'],
  ...['-scan', '-randomkey', '-dbsize', '-pubsub', '+info', '+client|unblock'],
];

export const userOf = (service: ServiceName): string => `acequia_${service.replaceAll('-', '_')}`;

/** The rules of a service's user, as redis.conf and a running server take them (Redis 7 or newer). */
export const redisRules = (service: ServiceName, kind: RedisKind): string[] => {
  const access = [common(service)[kind], ...OWN[service][kind]];
  const patterns = (of: keyof Access, sign: string): string[] =>
    access.flatMap((one) => (one[of] ?? []).map((pattern) => `${sign}${pattern}`));
  const rules = [
    ...patterns('keys', '~'),
    ...patterns('reads', '%R~'),
    ...patterns('writes', '%W~'),
    ...patterns('channels', '&'),
  ];
  return ['on', 'resetchannels', ...new Set(rules), ...COMMANDS];
};
