import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CallInput, type CallName, CALLS, sistema } from '@acequia/contracts';
import { RedisServer, TEST_SECRET_KEY, testDatabase, type TestDatabase, until } from '@acequia/testing';
import { CALL_FIELD, callKeys, SIGNATURE_FIELD } from '../calls/call-keys.js';
import { EVENT_FIELD, eventKeys } from '../events/event-keys.js';
import { EventsFixture } from '../spec-support/events-fixture.js';
import { FIXTURE_SECRET, type ServiceFixture, startService } from '../spec-support/service-fixture.js';
import { BusKeys } from './bus-keys.js';

const CALLER = sistema('api-gateway');
const STRANGER = 'ef'.repeat(32);
const { stream } = callKeys('auth-tenancy');

describe('the key of an installation', () => {
  const { signer, sealer } = new BusKeys({ secret: FIXTURE_SECRET });

  it('is the one that applications are tested with', () => {
    expect(FIXTURE_SECRET).toBe(TEST_SECRET_KEY);
  });

  it('signs a text for one place', () => {
    const signature = signer.sign('here', 'a text');
    expect(signer.verify('here', 'a text', signature)).toBe(true);
    expect(signer.verify('there', 'a text', signature)).toBe(false);
    expect(signer.verify('here', 'another', signature)).toBe(false);
    expect(new BusKeys({ secret: STRANGER }).signer.verify('here', 'a text', signature)).toBe(false);
    for (const bad of [undefined, '', 'x'.repeat(22), 'ñ'.repeat(22), `${signature}=`])
      expect(signer.verify('here', 'a text', bad)).toBe(false);
  });

  it('seals the secrets of a request, which open in the same call only', () => {
    const request = { email: 'a@b.mx', password: 'contraseña 🌱', ip: '::1' };
    const { request: open, sealed } = sealer.seal('sesiones.entrar', request);
    expect(open).toEqual({ email: 'a@b.mx', ip: '::1' });
    expect(JSON.stringify(sealed)).not.toContain('contraseña');
    expect(sealer.open('sesiones.entrar', open, sealed!)).toEqual(request);
    expect(() => sealer.open('usuarios.crear', open, sealed!)).toThrow();
    expect(() => new BusKeys({ secret: STRANGER }).sealer.open('sesiones.entrar', open, sealed!)).toThrow();
  });

  it('accepts what the previous key signed and sealed while it is rotated, and uses the current one', () => {
    const [old, current] = [new BusKeys({ secret: FIXTURE_SECRET }), new BusKeys({ secret: STRANGER })];
    const rotating = new BusKeys({ secret: STRANGER, previousSecret: FIXTURE_SECRET });
    for (const one of [old, current]) {
      expect(rotating.signer.verify('here', 'a text', one.signer.sign('here', 'a text'))).toBe(true);
      const { request: open, sealed } = one.sealer.seal('sesiones.entrar', { password: 'una clave' });
      expect(rotating.sealer.open('sesiones.entrar', open, sealed!)).toEqual({ password: 'una clave' });
    }
    expect(current.signer.verify('here', 'a text', rotating.signer.sign('here', 'a text'))).toBe(true);
    expect(old.signer.verify('here', 'a text', rotating.signer.sign('here', 'a text'))).toBe(false);
    const { request: open, sealed } = rotating.sealer.seal('sesiones.entrar', { password: 'una clave' });
    expect(() => old.sealer.open('sesiones.entrar', open, sealed!)).toThrow();
  });

  it('leaves a request without secrets as it is', () => {
    const request = { nombre: 'x', password: '', token_telegram: null };
    expect(sealer.seal('usuarios.actualizar', request)).toEqual({ request });
    expect(sealer.seal('x', null)).toEqual({ request: null });
  });
});

describe('with a Redis that keeps an append-only file', () => {
  let redis: RedisServer;
  let caller: ServiceFixture;
  let service: ServiceFixture;
  let seen: { name: CallName; request: Record<string, unknown> }[];

  beforeAll(async () => {
    redis = await RedisServer.start({ kind: 'durable' });
    caller = await startService({ service: 'api-gateway', volatileUrl: redis.url });
    service = await startService({
      service: 'auth-tenancy',
      volatileUrl: redis.url,
      handlers: {
        otherCalls: async (name, request) => {
          seen.push({ name, request });
          return {};
        },
      },
    });
  });
  beforeEach(() => void (seen = []));
  afterAll(async () => {
    await Promise.all([caller.stop(), service.stop()]);
    await redis.stop();
  });

  /** Everything that Redis has written to disk. */
  const written = (): string => {
    const folder = redis.dataFolder;
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile() && !file.endsWith('redis.conf'))
      .map((file) => readFileSync(file, 'latin1'))
      .join('\n');
  };
  const ask = <N extends CallName>(name: N, input: CallInput<N>): Promise<unknown> =>
    caller.bus.call(name, input, CALLER).catch(() => undefined);

  it('a handler gets the secrets of a call, and none of them is on the disk', async () => {
    const login = { email: 'visible@acequia.test', password: 'clave-que-nadie-lee', ip: '::1', navegador: 'x' };
    await ask('sesiones.entrar', login);
    await ask('cuenta.cambiar_clave', { actual: 'la-de-antes-1', nueva: 'la-de-ahora-2', ip: '::1', navegador: 'x' });
    expect(seen.map(({ request }) => request)).toEqual([
      login,
      expect.objectContaining({ actual: 'la-de-antes-1', nueva: 'la-de-ahora-2' }),
    ]);
    const disk = written();
    expect(disk).toContain('visible@acequia.test');
    for (const secret of ['clave-que-nadie-lee', 'la-de-antes-1', 'la-de-ahora-2']) expect(disk).not.toContain(secret);
  });
});

describe('what another key signed', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  const running: ServiceFixture[] = [];
  const start = async (options: Parameters<typeof startService>[0]): Promise<ServiceFixture> => {
    const one = await startService(options);
    running.push(one);
    return one;
  };
  const unsigned = async (service: ServiceFixture): Promise<number> => {
    const { values } = await service.registry.getSingleMetric('acequia_bus_unsigned_total')!.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  };

  beforeAll(async () => {
    [redis, database] = await Promise.all([RedisServer.start(), testDatabase()]);
  });
  beforeEach(() => redis.client().flushall());
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('is no call: it reaches no handler, whoever it says is asking, and is dropped', async () => {
    const ran: number[] = [];
    const service = await start({
      service: 'auth-tenancy',
      volatileUrl: redis.url,
      handlers: { calls: { 'empresas.eliminar': async ({ id }) => (ran.push(id), {}) } },
    });
    const caller = await start({ service: 'api-gateway', volatileUrl: redis.url });
    const forged = { i: 'x.1', n: 'empresas.eliminar', c: CALLER, t: 't', d: Date.now() + 50_000, b: { id: 1 } };
    const text = JSON.stringify(forged);
    const client = redis.client();
    await client.xadd(stream, '*', CALL_FIELD, text);
    const strange = new BusKeys({ secret: STRANGER }).signer.sign(stream, text);
    await client.xadd(stream, '*', CALL_FIELD, text, SIGNATURE_FIELD, strange);
    // Signed by this installation, but for another service.
    const elsewhere = new BusKeys({ secret: FIXTURE_SECRET }).signer.sign(callKeys('inventory').stream, text);
    await client.xadd(stream, '*', CALL_FIELD, text, SIGNATURE_FIELD, elsewhere);
    await caller.bus.call('empresas.eliminar', { id: 2 }, CALLER);
    await until(async () => (await client.xlen(stream)) === 0, 'the forged calls are dropped');
    expect(ran).toEqual([2]);
    expect(await unsigned(service)).toBe(3);
  });

  it('is no answer: the caller goes on waiting for the true one', async () => {
    let answer!: () => void;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    let asked = false;
    await start({
      service: 'auth-tenancy',
      volatileUrl: redis.url,
      handlers: {
        calls: {
          'usuarios.nombre': async () => {
            asked = true;
            await gate;
            return { nombre: 'la verdadera' };
          },
        },
      },
    });
    const caller = await start({ service: 'api-gateway', volatileUrl: redis.url });
    const call = caller.bus.call('usuarios.nombre', { id: 1 }, CALLER, { timeout_ms: 60_000 });
    await until(() => asked, 'it was asked');
    const client = redis.client();
    const [channel] = (await client.pubsub('CHANNELS', 'bus:reply:*')) as string[];
    const incarnation = /\{(.+)\}/.exec(channel!)![1]!;
    await client.publish(channel!, JSON.stringify([{ i: `${incarnation}.1`, v: { nombre: 'la falsa' } }]));
    await until(async () => (await unsigned(caller)) === 1, 'the false answer is dropped');
    answer();
    await expect(call).resolves.toEqual({ nombre: 'la verdadera' });
  });

  it('is no event: it reaches no handler, and the true ones are asked for again', async () => {
    const fixture = await EventsFixture.open(database.url, redis.url);
    const heard: number[] = [];
    const inventory = await fixture.start('inventory');
    const consumer = await fixture.start('auth-tenancy', {
      handlers: { events: { 'switch.eliminado': async ({ data }) => void heard.push(data.id) } },
    });
    const { stream: events } = eventKeys('inventory');
    await fixture.emit(inventory, 1, 1);
    await until(() => heard.length === 1, 'the first is heard');
    const client = redis.client();
    const [[, fields]] = (await client.xrange(events, '-', '+')) as [[string, string[]]];
    const forged = { ...(JSON.parse(fields[1]!) as object), entidad: 'switch:9', data: { id: 9, empresa_id: 1 } };
    // As before events were signed: the outbox's events are appended again, signed.
    await client.xadd(events, '*', EVENT_FIELD, JSON.stringify(forged));
    await until(async () => (await unsigned(consumer)) === 1, 'the forged event is dropped');
    await fixture.emit(inventory, 2, 1);
    await until(() => heard.includes(2), 'what comes later is heard');
    expect(heard).toEqual([1, 2]);
    await fixture.close();
  });
});

describe('every call that is declared', () => {
  it('has requests whose secrets come back as they were', () => {
    const { sealer } = new BusKeys({ secret: FIXTURE_SECRET });
    for (const name of Object.keys(CALLS)) {
      const request = { password: 'a', actual: 'b', nueva: 'c', auth_key: 'd', token_telegram: 'e', id: 1 };
      const { request: open, sealed } = sealer.seal(name, request);
      expect(open).toEqual({ id: 1 });
      expect(sealer.open(name, open, sealed!)).toEqual(request);
    }
  });
});
