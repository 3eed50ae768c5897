import {
  BUS_CONTRACT,
  INSTANCE_TELLS_MS,
  INSTANCES_KEY,
  LAST_BACKUP_KEY,
  READINGS_GROUP,
  VERSION,
} from '@acequia/contracts';
import { eventually, RedisServer, testDatabase, type TestDatabase } from '@acequia/testing';
import { UnrecoverableError } from 'bullmq';
import { Gauge, Registry } from 'prom-client';
import { eventKeys } from '../events/event-keys.js';
import { EventsFixture } from '../spec-support/events-fixture.js';
import { type ServiceFixture, startService } from '../spec-support/service-fixture.js';
import { SystemState } from './system-state.js';

const { dead } = eventKeys('inventory');

describe('the state of the installation', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let fixture: EventsFixture;
  const stateOf = (service: ServiceFixture): SystemState => service.app.get(SystemState);

  beforeAll(async () => {
    database = await testDatabase();
    redis = await RedisServer.start();
  });
  beforeEach(async () => {
    await redis.client().flushall();
    fixture = await EventsFixture.open(database.url, redis.url);
  });
  afterEach(() => fixture.close());
  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('names what runs, with its version, its disks and its certificate, and what is missing', async () => {
    const registry = new Registry();
    const gauge = (name: string, labelNames: string[] = []) =>
      new Gauge({ name, help: name, labelNames, registers: [registry] });
    gauge('acequia_disk_size_bytes', ['path']).set({ path: '/datos' }, 100);
    gauge('acequia_disk_free_bytes', ['path']).set({ path: '/datos' }, 40);
    gauge('acequia_certificate_expiry_timestamp_seconds').set(2_000_000_000);
    const inventory = await fixture.start('inventory', { registry });
    const auth = await fixture.start('auth-tenancy');
    const { instancias } = await eventually(async () => {
      const read = await stateOf(auth).read();
      expect(read.instancias).toHaveLength(2);
      expect(read.discos).toEqual([{ ruta: '/datos', libre: 40, total: 100 }]);
      expect(read.faltan).toContain('api-gateway');
      expect(read.faltan).not.toContain('inventory');
      return read;
    });
    expect(instancias[1]).toMatchObject({
      servicio: 'inventory',
      version: VERSION,
      certificado_vence: 2_000_000_000_000,
    });
    await fixture.stop(inventory);
    expect((await stateOf(auth).read()).faltan).toContain('inventory');
  });

  it('drops an instance that was killed, and entries that are no report', async () => {
    const auth = await fixture.start('auth-tenancy');
    await eventually(async () => expect((await stateOf(auth).read()).instancias).toHaveLength(1));
    const [text = ''] = await redis.client().hvals(INSTANCES_KEY);
    const killed = { ...(JSON.parse(text) as object), servicio: 'alerts', ts: Date.now() - 4 * INSTANCE_TELLS_MS };
    await redis.client().hset(INSTANCES_KEY, { 'alerts:killed': JSON.stringify(killed), broken: '{' });
    const { instancias } = await stateOf(auth).read();
    expect(instancias.map(({ servicio }) => servicio)).toEqual(['auth-tenancy']);
    expect(await redis.client().hlen(INSTANCES_KEY)).toBe(1);
  });

  it('counts events that wait for a service', async () => {
    const inventory = await fixture.start('inventory');
    for (let id = 1; id <= 3; id += 1) await fixture.emit(inventory, id, 1);
    await eventually(async () =>
      expect((await stateOf(inventory).read()).atrasos).toContainEqual({
        cola: 'eventos de inventory',
        servicio: 'auth-tenancy',
        entradas: 3,
        desde: null,
      }),
    );
  });

  it('counts readings that are not stored, of all shards together, and tells since when the oldest waits', async () => {
    const inventory = await fixture.start('inventory');
    for (const stream of ['{readings}', '{readings:0}', '{readings:15}']) {
      await redis.client().xgroup('CREATE', stream, READINGS_GROUP, '0', 'MKSTREAM');
      for (let n = 0; n < 2; n += 1) await redis.client().xadd(stream, '*', 'b', '{}');
    }
    await redis.client().xreadgroup('GROUP', READINGS_GROUP, 'uno', 'COUNT', 1, 'STREAMS', '{readings:15}', '>');
    // Nobody has begun to read this one.
    await redis.client().xadd('{readings:200}', '1000-0', 'b', '{}');
    const { atrasos } = await stateOf(inventory).read();
    expect(atrasos[0]).toEqual({ cola: 'lecturas', servicio: 'telemetry-history', entradas: 7, desde: 1_000 });
  });

  it('shows an event that was given up with its reason, and tries it once more when asked', async () => {
    let sick = true;
    let handled = 0;
    const inventory = await fixture.start('inventory');
    await fixture.start('auth-tenancy', {
      handlers: {
        events: {
          'switch.eliminado': async () => {
            if (sick) throw new Error('the disk is full');
            handled += 1;
          },
        },
      },
    });
    await fixture.emit(inventory, 1, 1);
    const state = stateOf(inventory);
    const letter = await eventually(async () => {
      const { descartados, descartados_total, condiciones } = await state.read();
      expect(descartados_total).toBe(1);
      expect(condiciones).toContainEqual(expect.objectContaining({ condicion: 'descartes' }));
      return descartados[0]!;
    }, 60_000);
    expect(letter).toMatchObject({
      clase: 'evento',
      cola: 'inventory',
      nombre: 'switch.eliminado',
      servicio: 'auth-tenancy',
      motivo: 'Error: the disk is full',
    });
    sick = false;
    await state.retry(letter);
    await eventually(() => expect(handled).toBe(1));
    expect((await state.read()).descartados).toEqual([]);
    await expect(state.retry(letter)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('does not sign what a stranger put among the dead letters', async () => {
    const inventory = await fixture.start('inventory');
    const forged = await redis.client().xadd(dead, '*', 'destino', 'auth-tenancy', 'e', '{"name":"x"}', 'm', 'no');
    const retry = stateOf(inventory).retry({ clase: 'evento', cola: 'inventory', entrada: forged! });
    await expect(retry).rejects.toMatchObject({ codigo: 'no_encontrado' });
    expect(await redis.client().xlen(dead)).toBe(1);
  });

  it('shows a job that failed for good, and runs it once more when asked', async () => {
    let sick = true;
    let done = 0;
    const history = await fixture.start('telemetry-history', {
      handlers: {
        jobs: {
          'telemetria.borrar_empresa': async () => {
            if (sick) throw new UnrecoverableError('the table is locked');
            done += 1;
          },
        },
      },
    });
    await history.jobs.add('telemetria.borrar_empresa', { empresa_id: 1 });
    const state = stateOf(history);
    const letter = await eventually(async () => {
      const { descartados } = await state.read();
      expect(descartados).toHaveLength(1);
      return descartados[0]!;
    });
    expect(letter).toMatchObject({
      clase: 'trabajo',
      nombre: 'telemetria.borrar_empresa',
      servicio: 'telemetry-history',
      motivo: 'the table is locked',
    });
    sick = false;
    await state.retry(letter);
    await eventually(() => expect(done).toBe(1));
    await expect(state.retry({ ...letter, entrada: 'absent' })).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(state.retry({ ...letter, cola: 'absent' })).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('names the last backup', async () => {
    const auth = await fixture.start('auth-tenancy');
    expect((await stateOf(auth).read()).respaldo).toBeNull();
    const backup = { ts: Date.now(), bytes: 5, ms: 7 };
    await redis.client().set(LAST_BACKUP_KEY, JSON.stringify(backup));
    expect((await stateOf(auth).read()).respaldo).toEqual(backup);
    await redis.client().set(LAST_BACKUP_KEY, 'broken');
    expect((await stateOf(auth).read()).respaldo).toBeNull();
  });
});

describe('a service that starts beside others', () => {
  let redis: RedisServer;
  let neighbour: ServiceFixture;

  beforeAll(async () => {
    redis = await RedisServer.start({ kind: 'volatile' });
    neighbour = await startService({ service: 'api-gateway', volatileUrl: redis.url });
    await eventually(async () => expect(await redis.client().hlen(INSTANCES_KEY)).toBe(1));
  });
  afterAll(async () => {
    await neighbour?.stop();
    await redis.stop();
  });

  /** The neighbour as another version. */
  const pretend = async (change: object): Promise<void> => {
    const [[field, text]] = Object.entries(await redis.client().hgetall(INSTANCES_KEY)) as [[string, string]];
    await redis.client().hset(INSTANCES_KEY, field, JSON.stringify({ ...(JSON.parse(text) as object), ...change }));
  };

  it.each([
    ['older than it understands', { habla: BUS_CONTRACT.understands - 1, version: '0.0.9' }],
    ['newer than they understand it', { entiende: BUS_CONTRACT.speaks + 1, version: '9.0.0' }],
  ])('refuses when they are %s, and says what to do', async (_, change) => {
    await pretend({ ...change, ts: Date.now() + 60_000 });
    const start = startService({ service: 'auth-tenancy', volatileUrl: redis.url });
    await expect(start).rejects.toThrow(/api-gateway .* is running .* stop all services/);
  });

  it('starts beside a newer version that still understands it', async () => {
    await pretend({ habla: BUS_CONTRACT.speaks + 1, entiende: BUS_CONTRACT.speaks });
    const auth = await startService({ service: 'auth-tenancy', volatileUrl: redis.url });
    await auth.stop();
  });
});
