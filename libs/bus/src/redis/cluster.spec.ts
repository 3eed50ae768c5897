import { type LiveMessage, sistema } from '@acequia/contracts';
import { eventually, RedisCluster, testDatabase, type TestDatabase } from '@acequia/testing';
import { Cluster } from 'ioredis';
import { EventsFixture } from '../spec-support/events-fixture.js';
import { startService, type FixtureOptions, type ServiceFixture } from '../spec-support/service-fixture.js';

describe('in a Redis Cluster of three nodes', () => {
  let redis: RedisCluster;
  let database: TestDatabase;
  const clusters: Cluster[] = [];
  const started: ServiceFixture[] = [];
  const connect = (): Cluster => {
    const cluster = new Cluster(
      redis.ports.map((port) => ({ host: '127.0.0.1', port })),
      { lazyConnect: true, redisOptions: { password: redis.password } },
    );
    cluster.on('error', () => undefined);
    clusters.push(cluster);
    return cluster;
  };
  const start = async (options: Omit<FixtureOptions, 'volatileUrl' | 'connect'>): Promise<ServiceFixture> => {
    const fixture = await startService({ volatileUrl: '', connect, ...options });
    started.push(fixture);
    return fixture;
  };

  beforeAll(async () => {
    [redis, database] = await Promise.all([RedisCluster.start(), testDatabase()]);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((fixture) => fixture.stop()));
    for (const cluster of clusters.splice(0)) cluster.disconnect();
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });

  it('calls are answered', async () => {
    const caller = await start({ service: 'api-gateway' });
    await start({ service: 'inventory', handlers: { calls: { 'switches.eliminar': async () => ({}) } } });
    // Under load the clients of a Cluster need time to discover all nodes.
    await eventually(() => caller.bus.call('inventory.salud', {}, sistema('api-gateway')));
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const answers = ids.map((id) => caller.bus.call('switches.eliminar', { id }, sistema('api-gateway')));
    expect(await Promise.all(answers)).toEqual(ids.map(() => ({})));
  });

  it('live messages of every company arrive, whatever node its channel is on', async () => {
    const [sender, listener] = [await start({ service: 'api-gateway' }), await start({ service: 'api-gateway' })];
    const companies = [1, 2, 3, 4, 5, 6];
    const heard = new Set<number>();
    for (const empresa_id of companies) await listener.live.subscribe(empresa_id, () => heard.add(empresa_id));
    const message: LiveMessage<'placa:estado'> = {
      event: 'placa:estado',
      payload: { placa_id: 1, online: true, ts: 1 },
      audience: {},
    };
    await eventually(async () => {
      for (const empresa_id of companies) await sender.live.publish(empresa_id, message);
      expect(heard.size).toBe(companies.length);
    });
  });

  it('events and jobs reach their service', async () => {
    const fixture = await EventsFixture.open(database.url, '');
    const heard: number[] = [];
    const jobs: number[] = [];
    const inventory = await fixture.start('inventory', { connect });
    await fixture.start('telemetry-history', {
      connect,
      handlers: {
        events: { 'switch.eliminado': async (event) => void heard.push(event.data.id) },
        jobs: { 'telemetria.borrar_empresa': async ({ empresa_id }) => void jobs.push(empresa_id) },
      },
    });
    await fixture.emit(inventory, 7, 1);
    await inventory.jobs.add('telemetria.borrar_empresa', { empresa_id: 3 });
    await eventually(() => expect([heard, jobs]).toEqual([[7], [3]]));
    await fixture.close();
  });
});
