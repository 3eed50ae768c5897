import { EVENTS, JOBS, type Service } from '@acequia/contracts';
import {
  HEARS,
  makeUsers,
  QUEUES,
  type RedisKind,
  SERVICE_NAMES,
  type ServiceName,
  urlsOfUsers,
  userLines,
  userOf,
} from '@acequia/local';
import { Redis } from 'ioredis';
import { RedisServer } from './redis-server.js';

const passwords = Object.fromEntries(SERVICE_NAMES.map((service) => [service, `clave-de-${service}`])) as Record<
  ServiceName,
  string
>;

/** Keys that one service alone writes, and who may read them beside it. */
const PRIVATE: Record<RedisKind, [owner: ServiceName, key: string, readers?: ServiceName[]][]> = {
  volatile: [
    ['auth-tenancy', 'login:par:1'],
    ['auth-tenancy', 'login:known:1'],
    ['auth-tenancy', 'sesion:{s1}:guarda', ['api-gateway']],
    ['auth-tenancy', 'sesiones:{u7}:guarda', ['api-gateway']],
    ['auth-tenancy', 'asignaciones:{u7}:guarda', SERVICE_NAMES.filter((service) => service !== 'auth-tenancy')],
    ['api-gateway', 'limite:sesion:usuario:7'],
    ['api-gateway', 'sesion:{s1}:7.3'],
    ['device-gateway', '{gateway}:enclavamientos'],
    ['device-gateway', '{nube}:vence'],
    ['device-gateway', '{nube:cuenta}:turno'],
    ['device-gateway', '{conexiones}:quien'],
    ['device-gateway', '{consumo}:20000'],
    ['device-gateway', '{medidas}:7:20000'],
    ['device-gateway', '{estado:7}'],
    ['alerts', '{avisos}:parte:3'],
    ['alerts', '{telegram:1}:oyente'],
    ...SERVICE_NAMES.map((service): [ServiceName, string] => [service, `{bus:${service}}:taken`]),
  ],
  durable: [
    ['device-gateway', '{dispositivo:7}'],
    ['telemetry-history', '{readings}:descartadas'],
    ['telemetry-history', '{readings}:escritores'],
    ['telemetry-history', '{jobs}:telemetry-history:wait', ['alerts', 'api-gateway']],
    ['device-gateway', '{jobs}:device-gateway-nube:1', ['alerts', 'api-gateway']],
    ['alerts', 'acequia:condiciones'],
    ['auth-tenancy', '{events:auth-tenancy}:relay', SERVICE_NAMES.filter((one) => HEARS[one].includes('auth-tenancy'))],
    ['device-gateway', '{events:device-gateway}:done', ['automation']],
    ['automation', '{events:automation}:relay'],
  ],
};

/** What services do with keys that several share. */
const SHARED: Record<RedisKind, [services: readonly ServiceName[], command: string][]> = {
  volatile: [
    [SERVICE_NAMES, 'XADD {bus:inventory}:calls MAXLEN ~ 10 * c {} m x'],
    [SERVICE_NAMES, 'XDEL {bus:automation}:calls 1-1'],
    [SERVICE_NAMES, 'EVALSHA x 1 {bus:alerts}:instances'],
    [SERVICE_NAMES, 'SMEMBERS {bus:alerts}:running:i1'],
    [SERVICE_NAMES, 'HSET acequia:instancias a b'],
    [SERVICE_NAMES, 'PUBLISH bus:reply:{x} a'],
    [SERVICE_NAMES, 'CLIENT UNBLOCK 7'],
    [SERVICE_NAMES, 'TIME'],
    [SERVICE_NAMES, 'SUBSCRIBE guardas'],
    [SERVICE_NAMES, 'SET asignaciones:{u7} x PXAT 9'],
    [['api-gateway', 'device-gateway', 'alerts', 'automation'], 'PUBLISH live:{3} a'],
    [['device-gateway'], 'XADD {cambios:3} * c x'],
    [['alerts'], 'XRANGE {cambios:3} - +'],
    [['device-gateway', 'alerts'], 'PUBLISH signal:{alerts.cambios} x'],
  ],
  durable: [
    [SERVICE_NAMES, 'INFO'],
    [SERVICE_NAMES, 'WAIT 1 100'],
    [['auth-tenancy', 'inventory', 'device-gateway', 'alerts'], 'HSET acequia:claves a b'],
    [['alerts', 'api-gateway'], 'GET acequia:respaldo'],
    [['device-gateway', 'telemetry-history', 'alerts', 'api-gateway'], 'XRANGE {readings:3} - +'],
    [['device-gateway', 'telemetry-history'], 'XADD {readings:3} * b x'],
    [['alerts', 'automation', 'api-gateway'], 'XREVRANGE {events:automation}:dead + -'],
  ],
};

const FORBIDDEN = [
  ...[
    'FLUSHALL',
    'FLUSHDB',
    'CONFIG GET *',
    'CONFIG SET maxmemory 1',
    'KEYS *',
    'SCAN 0',
    'SCRIPT FLUSH',
    'SCRIPT KILL',
  ],
  ...['ACL LIST', 'ACL SETUSER otro on', 'ACL WHOAMI', 'MONITOR', 'SHUTDOWN', 'SAVE', 'DEBUG SLEEP 0', 'CLIENT LIST'],
  ...[
    'CLIENT KILL ID 1',
    'FUNCTION FLUSH',
    'SWAPDB 0 1',
    'REPLICAOF NO ONE',
    'MODULE LIST',
    'PUBSUB CHANNELS',
    'RANDOMKEY',
  ],
];

describe.each(['durable', 'volatile'] as const)('the users of the services on the %s Redis', (kind) => {
  let server: RedisServer;
  let root: Redis;
  const allowed = async (service: ServiceName, ...command: string[]): Promise<boolean> =>
    (await root.call('ACL', 'DRYRUN', userOf(service), ...command)) === 'OK';

  beforeAll(async () => {
    server = await RedisServer.start({ kind, config: userLines(kind, passwords) });
    root = server.client();
  });
  afterAll(() => server?.stop());

  it.each(PRIVATE[kind])('lets %s alone write %s', async (owner, key, readers = []) => {
    expect(await allowed(owner, 'SET', key, '1')).toBe(true);
    expect(await allowed(owner, 'GET', key)).toBe(true);
    for (const other of SERVICE_NAMES.filter((service) => service !== owner)) {
      // Where the reader also opens a queue or handles an event it writes.
      const shares = /^\{(jobs|events)/.test(key) ? [true, false] : [false];
      expect({ other, may: await allowed(other, 'GET', key) }).toEqual({ other, may: readers.includes(other) });
      if (readers.includes(other)) expect(shares).toContain(await allowed(other, 'SET', key, '1'));
      else expect({ other, may: await allowed(other, 'SET', key, '1') }).toEqual({ other, may: false });
    }
  });

  it.each(SHARED[kind])('lets these, and no others, do what they share: %s: %s', async (services, command) => {
    for (const service of SERVICE_NAMES)
      expect({ service, may: await allowed(service, ...command.split(' ')) }).toEqual({
        service,
        may: services.includes(service),
      });
  });

  it.each(SERVICE_NAMES)('refuses %s what governs the server or empties it', async (service) => {
    for (const command of FORBIDDEN)
      expect({ command, may: await allowed(service, ...command.split(' ')) }).toEqual({ command, may: false });
  });

  it('holds what it refuses to a connection, and says who it is by its password', async () => {
    const url = urlsOfUsers(server.url, passwords).automation;
    const own = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
    own.on('error', () => undefined);
    expect(await own.ping()).toBe('PONG');
    await expect(own.flushall()).rejects.toThrow('NOPERM');
    await expect(own.set('acequia:respaldo', '1')).rejects.toThrow('NOPERM');
    await expect(own.eval(`return redis.call('GET', 'login:par:1')`, 0)).rejects.toThrow("can't access");
    await expect(own.publish('signal:{alerts.cambios}', 'x')).rejects.toThrow('NOPERM');
    own.disconnect();
  });
});

it('names of whom a service hears events, and its queues, as the contracts do', () => {
  for (const service of SERVICE_NAMES) {
    const producers = Object.values(EVENTS)
      .filter(({ destinos }) => (destinos as readonly Service[]).includes(service))
      .map(({ productor }) => productor);
    expect({ service, hears: new Set(HEARS[service]) }).toEqual({ service, hears: new Set(producers) });
    const queues = Object.values(JOBS)
      .filter(({ servicio }) => servicio === service)
      .map((job) => ('cola' in job ? job.cola.nombre : job.servicio));
    expect({ service, queues: new Set(QUEUES[service]) }).toEqual({ service, queues: new Set(queues) });
  }
});

it('makes the users on a server that runs, and anew with other passwords', async () => {
  const server = await RedisServer.start();
  const ping = async (given: Record<ServiceName, string>): Promise<string> => {
    const one = new Redis(urlsOfUsers(server.url, given).inventory, {
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    one.on('error', () => undefined);
    try {
      return await one.ping();
    } finally {
      one.disconnect();
    }
  };
  try {
    await makeUsers(server.url, 'volatile', passwords);
    expect(await ping(passwords)).toBe('PONG');
    // As a start of Compose does beside services that run: who is connected stays.
    const heard = new Redis(urlsOfUsers(server.url, passwords).inventory);
    await heard.subscribe('guardas');
    const others = { ...passwords, inventory: 'otra-clave' };
    await makeUsers(server.url, 'volatile', others);
    expect(await ping(others)).toBe('PONG');
    expect(heard.status).toBe('ready');
    expect(await server.client().publish('guardas', 'x')).toBe(1);
    heard.disconnect();
    await expect(ping(passwords)).rejects.toThrow();
  } finally {
    await server.stop();
  }
});
