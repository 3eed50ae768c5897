import { AppError, type EventEnvelope } from '@acequia/contracts';
import { eventually, RedisServer, testDatabase, type TestDatabase } from '@acequia/testing';
import { EventsFixture } from '../spec-support/events-fixture.js';
import type { ServiceFixture } from '../spec-support/service-fixture.js';
import { addresseesOf, eventKeys } from './event-keys.js';

const { stream, dead } = eventKeys('inventory');
type Gone = EventEnvelope<'switch.eliminado'>;

const counted = async (service: ServiceFixture, metric: string): Promise<number> => {
  const { values } = await service.registry.getSingleMetric(metric)!.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

describe('an event', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let fixture: EventsFixture;
  let inventory: ServiceFixture;
  /** Starts auth-tenancy with this handler. */
  const consumer = (handler: (event: Gone) => Promise<void>): Promise<ServiceFixture> =>
    fixture.start('auth-tenancy', { handlers: { events: { 'switch.eliminado': handler } } });
  /** Ids in the order in which auth-tenancy received them. */
  const listener = async (): Promise<number[]> => {
    const heard: number[] = [];
    await consumer(async (event) => void heard.push(event.data.id));
    return heard;
  };

  beforeAll(async () => {
    database = await testDatabase();
    redis = await RedisServer.start();
  });
  beforeEach(async () => {
    await redis.client().flushall();
    fixture = await EventsFixture.open(database.url, redis.url);
    inventory = await fixture.start('inventory');
  });
  afterEach(async () => {
    await fixture.close();
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('exists when its transaction commits, and not when it is rolled back', async () => {
    const heard = await listener();
    const rolledBack = fixture.dataSource.transaction(async (tx) => {
      await inventory.outbox.emit(tx, 'switch.eliminado', {
        entidad: 'switch:1',
        rev: 1,
        data: { id: 1, empresa_id: 1 },
      });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await fixture.emit(inventory, 2, 1);
    await eventually(() => expect(heard).toEqual([2]));
  });

  it('is refused outside of a transaction and with data that breaks the contract', async () => {
    const event = { entidad: 'switch:1', rev: 1, data: { id: 1, empresa_id: 1 } };
    await expect(inventory.outbox.emit(fixture.dataSource.manager, 'switch.eliminado', event)).rejects.toThrow(
      'transaction',
    );
    const broken = { ...event, data: { id: 0, empresa_id: 1 } };
    await expect(
      fixture.dataSource.transaction((tx) => inventory.outbox.emit(tx, 'switch.eliminado', broken)),
    ).rejects.toThrow();
  });

  it('carries what the contract names, its revision and the trace of who caused it', async () => {
    const seen: Gone[] = [];
    await consumer(async (event) => void seen.push(event));
    const data = { id: 3, empresa_id: 1, clave: 'secreta' };
    await fixture.dataSource.transaction((tx) =>
      inventory.outbox.emit(tx, 'switch.eliminado', { entidad: 'switch:3', rev: 7, data }),
    );
    await eventually(() => expect(seen).toHaveLength(1));
    const envelope = { name: 'switch.eliminado', entidad: 'switch:3', rev: 7, seq: 1, data: { id: 3, empresa_id: 1 } };
    expect(seen[0]).toEqual({ ...envelope, at: expect.any(Number), trace_id: expect.stringMatching(/^trace-/) });
  });

  it('is handled by one of two instances', async () => {
    const [one, two] = [await listener(), await listener()];
    for (let id = 1; id <= 50; id++) await fixture.emit(inventory, id, 1);
    await eventually(() => expect(one.length + two.length).toBe(50));
    expect(new Set([...one, ...two]).size).toBe(50);
  });

  it('goes into the stream once, though two instances of its producer look after the outbox', async () => {
    const heard = await listener();
    const other = await fixture.start('inventory');
    await Promise.all(Array.from({ length: 60 }, (_, at) => fixture.emit(at % 2 ? inventory : other, at + 1, 1)));
    await eventually(() => expect(heard).toHaveLength(60));
    expect(await redis.client().xinfo('STREAM', stream)).toEqual(expect.arrayContaining(['entries-added', 60]));
    // The remaining instance continues.
    await fixture.stop(other);
    await fixture.emit(inventory, 61, 1);
    await eventually(() => expect(heard).toHaveLength(61));
  });

  it('of a slow transaction is not skipped by faster ones that came later', async () => {
    const heard = await listener();
    let commit = (): void => undefined;
    const slow = fixture.dataSource.transaction(async (tx) => {
      await inventory.outbox.emit(tx, 'switch.eliminado', {
        entidad: 'switch:1',
        rev: 1,
        data: { id: 1, empresa_id: 1 },
      });
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await fixture.emit(inventory, 2, 1);
    await eventually(() => expect(heard).toEqual([2]));
    commit();
    await slow;
    await eventually(() => expect(heard).toEqual([2, 1]));
  });

  it('that is redelivered or overtaken acts once, and the newest wins', async () => {
    const revs: number[] = [];
    await consumer(async (event) => void revs.push(event.rev));
    await fixture.emit(inventory, 1, 3);
    await eventually(() => expect(revs).toEqual([3]));
    await fixture.emit(inventory, 1, 2);
    await fixture.emit(inventory, 1, 3);
    await fixture.emit(inventory, 1, 4);
    await eventually(() => expect(revs).toEqual([3, 4]));
  });

  it('that may come in any order acts once although newer ones overtook it', async () => {
    const gateway = await fixture.start('device-gateway');
    const handled: number[] = [];
    let failures = 0;
    await fixture.start('automation', {
      handlers: {
        events: {
          'placa.corridas': async ({ rev }) => {
            if (rev === 2 && ++failures < 3) throw new Error('not yet');
            handled.push(rev);
          },
        },
      },
    });
    const report = (placa_id: number, rev: number) =>
      gateway.emit('placa.corridas', `corridas:${placa_id}`, rev, { placa_id, corridas: [] });
    for (const rev of [1, 2, 3, 6]) await report(1, rev);
    // The first attempts at one that failed were in vain, with all that came along with it.
    await eventually(() => expect(new Set(handled)).toEqual(new Set([1, 2, 3, 6])));
    await eventually(async () =>
      expect(await fixture.dataSource.query(`SELECT entidad FROM automation.bus_inbox ORDER BY rev`)).toEqual(
        ['corridas:1#4', 'corridas:1#5', 'corridas:1'].map((entidad) => ({ entidad })),
      ),
    );
    handled.length = 0;
    for (const rev of [5, 2, 5, 4, 6, 7]) await report(1, rev);
    await eventually(() => expect(handled).toEqual([5, 4, 7]));
    // A handler acts before its transaction commits.
    await eventually(async () =>
      expect(await fixture.dataSource.query('SELECT entidad, rev FROM automation.bus_inbox')).toEqual([
        { entidad: 'corridas:1', rev: 7 },
      ]),
    );
  });

  it('that was overtaken by the deletion of its entity does not bring it back', async () => {
    const seen: string[] = [];
    await fixture.start('telemetry-history', {
      handlers: {
        events: {
          'placa.guardada': async (event) => void seen.push(`guardada ${event.rev}`),
          'placa.eliminada': async (event) => void seen.push(`eliminada ${event.rev}`),
        },
      },
    });
    const saved = { placa_id: 1, numero: 1001, empresa_id: 1, revocada: 0 as const, credencial_sha256: null };
    await fixture.dataSource.transaction(async (tx) => {
      await inventory.outbox.emit(tx, 'placa.eliminada', { entidad: 'placa:1', rev: 3, data: { placa_id: 1 } });
      await inventory.outbox.emit(tx, 'placa.guardada', { entidad: 'placa:1', rev: 2, data: saved });
      await inventory.outbox.emit(tx, 'placa.guardada', {
        entidad: 'placa:2',
        rev: 1,
        data: { ...saved, placa_id: 2 },
      });
    });
    await eventually(() => expect(seen).toEqual(['eliminada 3', 'guardada 1']));
  });

  it('whose handler fails leaves nothing behind, and acts when it is tried again', async () => {
    await fixture.dataSource.query('CREATE TABLE auth_tenancy.efectos (rev int)');
    let attempts = 0;
    await fixture.start('auth-tenancy', {
      handlers: {
        events: {
          'switch.eliminado': async (event, tx) => {
            await tx.query('INSERT INTO auth_tenancy.efectos VALUES ($1)', [event.rev]);
            attempts += 1;
            if (attempts < 5) throw new Error('not yet');
          },
        },
      },
    });
    await fixture.emit(inventory, 1, 1);
    const effects = () => fixture.dataSource.query('SELECT rev FROM auth_tenancy.efectos');
    await eventually(async () => expect(await effects()).toEqual([{ rev: 1 }]));
  });

  it('that is poisoned is dead-lettered and counted, and holds nobody up', async () => {
    const heard: number[] = [];
    const to = await consumer(async (event) => {
      if (event.data.id === 1) throw new Error('poison');
      heard.push(event.data.id);
    });
    await fixture.emit(inventory, 1, 1);
    await fixture.emit(inventory, 2, 1);
    await eventually(() => expect(heard).toEqual([2]));
    await eventually(async () => expect(await counted(to, 'acequia_bus_events_dead_lettered_total')).toBe(1));
    const [[, fields]] = (await redis.client().xrange(dead, '-', '+')) as [[string, string[]]];
    expect(fields).toEqual([
      'destino',
      'auth-tenancy',
      'e',
      expect.stringContaining('"switch:1"'),
      'm',
      expect.any(String),
      'error',
      'Error: poison',
    ]);
    expect((await redis.client().xpending(stream, 'auth-tenancy'))[0]).toBe(0);
    // A newer state of the same entity is handled normally.
    expect(to.errors).toEqual([expect.objectContaining({ event: 'switch.eliminado', entidad: 'switch:1' })]);
  });

  it('whose handler needs a service that is away waits for it, however long', async () => {
    let attempts = 0;
    const to = await consumer(async () => {
      attempts += 1;
      if (attempts <= 20) throw new AppError('servicio_no_disponible');
    });
    await fixture.emit(inventory, 1, 1);
    await eventually(() => expect(attempts).toBeGreaterThan(20));
    expect(await counted(to, 'acequia_bus_events_dead_lettered_total')).toBe(0);
  });

  it('reaches a service without a database too, at least once', async () => {
    const auth = await fixture.start('auth-tenancy');
    const seen: unknown[] = [];
    const handler = async (_event: unknown, tx: unknown): Promise<void> => {
      seen.push(tx);
      if (seen.length === 1) throw new Error('not yet');
    };
    await fixture.start('api-gateway', {
      dataSource: undefined,
      handlers: { events: { 'empresa.eliminada': handler } },
    });
    await fixture.dataSource.transaction((tx) =>
      auth.outbox.emit(tx, 'empresa.eliminada', { entidad: 'empresa:1', rev: 1, data: { id: 1 } }),
    );
    await eventually(() => expect(seen.length).toBeGreaterThan(1));
    expect(new Set(seen)).toEqual(new Set([undefined]));
  });

  it('that everybody has finished with leaves the stream', async () => {
    const heard = await listener();
    for (const service of addresseesOf('inventory')) if (service !== 'auth-tenancy') await fixture.start(service);
    for (let id = 1; id <= 20; id++) await fixture.emit(inventory, id, 1);
    await eventually(() => expect(heard).toHaveLength(20));
    await eventually(async () => expect(await redis.client().xlen(stream)).toBe(0));
  });
});
