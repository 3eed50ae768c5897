import { INSTANCES_KEY, VERSION } from '@acequia/contracts';
import { eventually, RedisServer, testDatabase, type TestDatabase } from '@acequia/testing';
import { Registry } from 'prom-client';
import { BusMetrics } from '../metrics.js';
import { EventsFixture } from '../spec-support/events-fixture.js';
import { BusKeys } from '../keys/bus-keys.js';
import { FIXTURE_SECRET, type ServiceFixture } from '../spec-support/service-fixture.js';
import { eventKeys } from './event-keys.js';
import { EventStream } from './event-stream.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './outbox-relay.js';

const { stream, handled } = eventKeys('inventory');
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe('events', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let fixture: EventsFixture;
  let inventory: ServiceFixture;
  /** Ids in the order in which auth-tenancy received them. */
  let heard: number[];
  const signer = new BusKeys({ secret: FIXTURE_SECRET }).signer;
  /** Inventory's stream, whose groups may fall behind by three entries. */
  const shortStream = (): EventStream => new EventStream('inventory', redis.client(), signer, 3);
  /** Number of entries that were ever appended to inventory's stream. */
  const added = async (): Promise<number> => {
    const flat = (await redis.client().xinfo('STREAM', stream)) as unknown[];
    return Number(flat[flat.indexOf('entries-added') + 1]);
  };
  const startConsumer = (): Promise<ServiceFixture> =>
    fixture.start('auth-tenancy', {
      handlers: { events: { 'switch.eliminado': async (event) => void heard.push(event.data.id) } },
    });

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    heard = [];
    redis = await RedisServer.start();
    fixture = await EventsFixture.open(database.url, redis.url);
    inventory = await fixture.start('inventory');
  });
  afterEach(async () => {
    await fixture.close();
    await redis.stop();
  });
  afterAll(async () => {
    await database.drop();
  });

  it('flow again after Redis was killed and came back with its data', async () => {
    await startConsumer();
    await redis.kill('SIGKILL');
    await fixture.emit(inventory, 1, 1);
    await redis.restart();
    await eventually(() => expect(heard).toEqual([1]));
  });

  it('that a flushed Redis lost are replayed from the outbox, and those known already do not act again', async () => {
    const consumer = await startConsumer();
    await fixture.emit(inventory, 1, 1);
    await eventually(() => expect(heard).toEqual([1]));
    await fixture.stop(consumer);
    await fixture.emit(inventory, 2, 1);
    await eventually(async () => expect(await added()).toBe(2));
    await redis.client().flushall();
    await startConsumer();
    await eventually(() => expect(heard).toEqual([1, 2]));
    await fixture.emit(inventory, 3, 1);
    await eventually(() => expect(heard).toEqual([1, 2, 3]));
  });

  it('heal by themselves when Redis is flushed under running services', async () => {
    await startConsumer();
    await fixture.emit(inventory, 1, 1);
    await eventually(() => expect(heard).toEqual([1]));
    await redis.client().flushall();
    await fixture.emit(inventory, 2, 1);
    await eventually(() => expect(heard).toEqual([1, 2]));
  });

  it('that a dead instance had taken are handled by another', async () => {
    await fixture.emit(inventory, 1, 1);
    await eventually(async () => expect(await redis.client().xlen(stream)).toBe(1));
    await redis.client().xreadgroup('GROUP', 'auth-tenancy', 'dead', 'COUNT', 1, 'STREAMS', stream, '>');
    await startConsumer();
    await eventually(() => expect(heard).toEqual([1]));
  });

  it('that are kept all reach a service that is new, or whose group was lost', async () => {
    const consumer = await startConsumer();
    for (const id of [1, 2, 3]) await fixture.emit(inventory, id, 1);
    await eventually(() => expect(heard).toHaveLength(3));
    await fixture.stop(consumer);
    await redis.client().xgroup('DESTROY', stream, 'auth-tenancy');
    await redis.client().xtrim(stream, 'MAXLEN', 0);
    await fixture.makeSchema('auth-tenancy');
    heard = [];
    await startConsumer();
    await eventually(() => expect(heard).toEqual([1, 2, 3]));
  });

  it('that a new handler missed reach it once no instance without it is left, and what was handled does not act again', async () => {
    const before = await startConsumer();
    await fixture.emit(inventory, 1, 1);
    await inventory.emit('dispositivo.eliminado', 'dispositivo:7', 1, { id: 7, empresa_id: 1 });
    await eventually(async () =>
      expect(await fixture.dataSource.query('SELECT entidad FROM auth_tenancy.bus_inbox')).toHaveLength(2),
    );
    await fixture.stop(before);
    await redis.client().xtrim(stream, 'MAXLEN', 0);
    // The state left by a version that handled only switch events.
    await redis.client().hset(handled, 'auth-tenancy', 'switch.eliminado');
    await fixture.dataSource.query(`DELETE FROM auth_tenancy.bus_inbox WHERE entidad = 'dispositivo:7'`);
    // An instance of that version still runs, and would take what it does not handle.
    const old = { servicio: 'auth-tenancy', instancia: 'vieja', version: VERSION, habla: 1, entiende: 1 };
    const report = { ...old, desde: 1, ts: Date.now() + 3_600_000, certificado_vence: null, discos: [] };
    await redis.client().hset(INSTANCES_KEY, 'auth-tenancy:vieja', JSON.stringify(report));
    const dispositivos: number[] = [];
    await fixture.start('auth-tenancy', {
      handlers: {
        events: {
          'switch.eliminado': async (event) => void heard.push(event.data.id),
          'dispositivo.eliminado': async (event) => void dispositivos.push(event.data.id),
        },
      },
    });
    await fixture.emit(inventory, 2, 1);
    await eventually(() => expect(heard).toEqual([1, 2]));
    expect(await redis.client().hget(handled, 'auth-tenancy')).toBe('switch.eliminado');
    await redis.client().hdel(INSTANCES_KEY, 'auth-tenancy:vieja');
    await eventually(() => expect(dispositivos).toEqual([7]));
    expect(heard).toEqual([1, 2]);
    await eventually(async () =>
      expect(await redis.client().hget(handled, 'auth-tenancy')).toBe('dispositivo.eliminado,switch.eliminado'),
    );
  });

  it('are asked for again by a service whose database forgot them', async () => {
    const consumer = await startConsumer();
    for (const id of [1, 2, 3]) await fixture.emit(inventory, id, 1);
    await eventually(() => expect(heard).toHaveLength(3));
    await fixture.stop(consumer);
    await fixture.makeSchema('auth-tenancy');
    heard = [];
    await startConsumer();
    await eventually(() => expect(heard).toEqual([1, 2, 3]));
  });

  it('of a new database replace those of the old one', async () => {
    const consumer = await startConsumer();
    for (const id of [1, 2, 3]) await fixture.emit(inventory, id, 1);
    await eventually(() => expect(heard).toHaveLength(3));
    await Promise.all([fixture.stop(consumer), fixture.stop(inventory)]);
    await fixture.makeSchema('inventory');
    await fixture.makeSchema('auth-tenancy');
    heard = [];
    inventory = await fixture.start('inventory');
    await startConsumer();
    await fixture.emit(inventory, 4, 1);
    await eventually(() => expect(heard).toEqual([4]));
  });

  it('are not taken for lost by an instance that another one overtook between two looks', async () => {
    const events = new EventStream('inventory', redis.client(), signer);
    const marker = events.marker.bind(events);
    let looks = 0;
    events.marker = async () => {
      await fixture.emit(inventory, (looks += 1), 1);
      await eventually(async () => expect(await added()).toBeGreaterThanOrEqual(looks));
      return marker();
    };
    const slow = new OutboxRelay('inventory', fixture.dataSource, events, new BusMetrics(new Registry()), silent);
    slow.start();
    await eventually(() => expect(looks).toBeGreaterThan(2));
    await slow.stop();
    expect(await added()).toBe(looks);
  });

  it('all reach a service that reads them, however many are kept, and are not asked for again meanwhile', async () => {
    for (const id of [1, 2, 3, 4]) await fixture.emit(inventory, id, 1);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await fixture.start('auth-tenancy', {
      handlers: {
        events: {
          'switch.eliminado': async (event) => {
            heard.push(event.data.id);
            await held;
          },
        },
      },
    });
    await eventually(async () => {
      expect(heard).toEqual([1]);
      expect(await added()).toBe(4);
    });
    await shortStream().trim();
    goOn();
    // A replay that was asked for meanwhile would come with the second one.
    for (const id of [5, 6]) {
      await fixture.emit(inventory, id, 1);
      await eventually(() => expect(heard).toContain(id));
    }
    expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await added()).toBe(6);
  });

  it('do not pile up for services that nobody runs, and reach them when they return', async () => {
    for (const id of [1, 2, 3, 4]) await fixture.emit(inventory, id, 1);
    await eventually(async () => expect(await added()).toBe(4));
    await shortStream().trim();
    expect(await redis.client().xinfo('GROUPS', stream)).toEqual([]);
    expect(await redis.client().xlen(stream)).toBe(0);
    await startConsumer();
    await eventually(() => expect(heard).toEqual([1, 2, 3, 4]));
  });

  it('of what is gone for good are empty in the outbox and reach nobody, and those after them come once', async () => {
    for (const id of [1, 2]) await fixture.emit(inventory, id, 1);
    await eventually(async () => expect(await added()).toBe(2));
    await inventory.app.get(Outbox).forget(fixture.dataSource.manager, ['switch:2']);
    await redis.client().flushall();
    await startConsumer();
    await fixture.emit(inventory, 3, 1);
    await eventually(() => expect(heard).toContain(3));
    expect(heard).toEqual([1, 3]);
    expect(
      await fixture.dataSource.query('SELECT posicion, name, entidad, data FROM inventory.bus_outbox ORDER BY seq'),
    ).toEqual([
      expect.objectContaining({ posicion: '1', entidad: 'switch:1' }),
      { posicion: '2', name: '', entidad: '', data: {} },
      expect.objectContaining({ posicion: '3', entidad: 'switch:3' }),
    ]);
  });

  it('that are empty leave the outbox after some days, but never the end of the stream', async () => {
    for (const id of [1, 2, 3]) await fixture.emit(inventory, id, 1);
    await eventually(async () => expect(await added()).toBe(3));
    await inventory.app.get(Outbox).forget(fixture.dataSource.manager, ['switch:1', 'switch:2', 'switch:3']);
    const positions = async (): Promise<string[]> =>
      (await fixture.dataSource.query('SELECT posicion FROM inventory.bus_outbox ORDER BY seq')).map(
        ({ posicion }: { posicion: string }) => posicion,
      );
    const metrics = new BusMetrics(new Registry());
    const events = new EventStream('inventory', redis.client(), signer);
    const relay = new OutboxRelay('inventory', fixture.dataSource, events, metrics, silent);
    await relay.prune();
    expect(await positions()).toEqual(['1', '2', '3']);
    await fixture.dataSource.query(`UPDATE inventory.bus_outbox SET at = now() - interval '8 days'`);
    await relay.prune();
    expect(await positions()).toEqual(['3']);
  });

  it('that were superseded leave the outbox after some days, the newest of each entity never', async () => {
    await fixture.emit(inventory, 1, 1);
    await fixture.emit(inventory, 1, 2);
    await fixture.emit(inventory, 2, 1);
    const rows = (): Promise<{ entidad: string; rev: number; posicion: string | null }[]> =>
      fixture.dataSource.query('SELECT entidad, rev, posicion FROM inventory.bus_outbox ORDER BY seq');
    await eventually(async () => expect((await rows()).every(({ posicion }) => posicion !== null)).toBe(true));
    await fixture.dataSource.query(`UPDATE inventory.bus_outbox SET at = now() - interval '8 days'`);
    await fixture.emit(inventory, 2, 2);
    await eventually(async () => expect((await rows()).every(({ posicion }) => posicion !== null)).toBe(true));
    await fixture.dataSource.query(
      `UPDATE inventory.bus_outbox SET at = now() - interval '6 days' WHERE entidad = 'switch:2'`,
    );
    const metrics = new BusMetrics(new Registry());
    const events = new EventStream('inventory', redis.client(), signer);
    await new OutboxRelay('inventory', fixture.dataSource, events, metrics, silent).prune();
    expect((await rows()).map(({ entidad, rev }) => `${entidad} ${rev}`)).toEqual([
      'switch:1 2',
      'switch:2 1',
      'switch:2 2',
    ]);
  });
});
