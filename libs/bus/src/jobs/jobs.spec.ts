import { eventually, RedisServer } from '@acequia/testing';
import type { BusOptions } from '../bus.options.js';
import { BusKeys } from '../keys/bus-keys.js';
import { BusMetrics } from '../metrics.js';
import { FIXTURE_SECRET } from '../spec-support/service-fixture.js';
import { JobQueues } from './job-queues.js';
import { type JobHandler, JobWorker } from './job-worker.js';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const keysOf = (secret = FIXTURE_SECRET): BusKeys => new BusKeys({ secret });
const metrics = (): BusMetrics => new BusMetrics(undefined);

describe('jobs', () => {
  let redis: RedisServer;
  let traces: string[];
  const ends: (() => Promise<void>)[] = [];

  const options = (): BusOptions => {
    const client = redis.client();
    return {
      service: 'telemetry-history',
      instance: 'prueba',
      durable: client,
      volatile: client,
      trace: { current: () => 'rastro-1', run: (id, fn) => (traces.push(id), fn()) },
      secret: FIXTURE_SECRET,
      logger: silent,
    };
  };
  const queues = (secret = FIXTURE_SECRET): JobQueues => {
    const one = new JobQueues(options(), keysOf(secret));
    ends.push(() => one.onApplicationShutdown());
    return one;
  };
  const worker = async (handlers: Record<string, JobHandler>): Promise<void> => {
    const one = new JobWorker(options(), keysOf().signer, metrics(), queues(), new Map(Object.entries(handlers)), 200);
    await one.start();
    ends.push(() => one.stop());
  };

  beforeEach(async () => {
    traces = [];
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
    await redis.stop();
  });

  it('are done by one of two instances, with the trace of who asked', async () => {
    const done: unknown[] = [];
    const handler: JobHandler = async (data) => void done.push(data);
    await worker({ 'telemetria.borrar_empresa': handler });
    await worker({ 'telemetria.borrar_empresa': handler });
    const queue = queues();
    await queue.add('telemetria.borrar_empresa', { empresa_id: 1 });
    await queue.add('telemetria.borrar_empresa', { empresa_id: 2 });
    await eventually(() => expect(done).toHaveLength(2));
    expect(done).toEqual(expect.arrayContaining([{ empresa_id: 1 }, { empresa_id: 2 }]));
    expect(traces).toEqual(['rastro-1', 'rastro-1']);
  });

  it('are tried again when they fail', async () => {
    let attempts = 0;
    await worker({
      'telemetria.borrar_empresa': async () => {
        attempts += 1;
        if (attempts < 2) throw new Error('not yet');
      },
    });
    await queues().add('telemetria.borrar_empresa', { empresa_id: 1 });
    await eventually(() => expect(attempts).toBe(2));
  });

  it('with the id of one that still waits are not added again', async () => {
    const queue = queues();
    await queue.add('telemetria.borrar_empresa', { empresa_id: 1 }, { id: 'empresa-1' });
    await queue.add('telemetria.borrar_empresa', { empresa_id: 1 }, { id: 'empresa-1' });
    let done = 0;
    await worker({ 'telemetria.borrar_empresa': async () => void (done += 1) });
    await eventually(() => expect(done).toBe(1));
    await queue.add('telemetria.borrar_empresa', { empresa_id: 2 }, { id: 'empresa-2' });
    await eventually(() => expect(done).toBe(2));
  });

  it('of one key are never two, and may come again when the first has ended', async () => {
    const queue = queues();
    const done: unknown[] = [];
    for (const cuenta of ['a', 'a', 'b']) await queue.add('nube.cuenta', { cuenta }, { unico: cuenta });
    await worker({ 'nube.cuenta': async (data) => void done.push(data) });
    await eventually(() => expect(done).toHaveLength(2));
    await eventually(async () => {
      await queue.add('nube.cuenta', { cuenta: 'a' }, { unico: 'a' });
      expect(done.length).toBeGreaterThan(2);
    });
    expect(done.slice(0, 2)).toEqual(expect.arrayContaining([{ cuenta: 'a' }, { cuenta: 'b' }]));
  });

  it('with a queue of their own do not wait behind the others', async () => {
    const queue = queues();
    const free: (() => void)[] = [];
    let other = false;
    await worker({
      'nube.cuenta': () => new Promise<void>((resolve) => void free.push(resolve)),
      'telemetria.borrar_empresa': async () => void (other = true),
    });
    for (let n = 0; n < 20; n++) await queue.add('nube.cuenta', { cuenta: String(n) });
    await eventually(() => expect(free).toHaveLength(20));
    await queue.add('telemetria.borrar_empresa', { empresa_id: 1 });
    await eventually(() => expect(other).toBe(true));
    for (const one of free) one();
  });

  it('that repeat begin by themselves', async () => {
    let runs = 0;
    await worker({ 'telemetria.particiones': async () => void (runs += 1) });
    await eventually(() => expect(runs).toBeGreaterThan(0));
  });

  it('that repeat begin again after Redis was emptied', async () => {
    let runs = 0;
    await worker({ 'telemetria.particiones': async () => void (runs += 1) });
    await eventually(() => expect(runs).toBeGreaterThan(0));
    const before = runs;
    await redis.client().flushall();
    await eventually(() => expect(runs).toBeGreaterThan(before));
  });

  it('that this installation did not sign are not done', async () => {
    const done: unknown[] = [];
    await queues('ef'.repeat(32)).add('telemetria.borrar_empresa', { empresa_id: 1 });
    const queue = queues();
    await queue.add('telemetria.borrar_empresa', { empresa_id: 2 });
    await worker({ 'telemetria.borrar_empresa': async (data) => void done.push(data) });
    await eventually(() => expect(done).toEqual([{ empresa_id: 2 }]));
    const stranger = await eventually(async () => {
      const [id] = await redis.client().zrange('{jobs}:telemetry-history:failed', '0', '-1');
      if (!id) throw new Error('not failed yet');
      return redis.client().hgetall(`{jobs}:telemetry-history:${id}`);
    });
    expect(stranger).toMatchObject({ data: expect.stringContaining('"empresa_id":1'), atm: '1' });
    expect(done).toEqual([{ empresa_id: 2 }]);
  });

  it('that repeat are scheduled again when the key of the installation changed', async () => {
    const old = queues('ef'.repeat(32));
    await old.schedule('telemetria.particiones', 3_600_000);
    let runs = 0;
    await worker({ 'telemetria.particiones': async () => void (runs += 1) });
    await eventually(() => expect(runs).toBeGreaterThan(0));
  });

  it('that repeated in the version before repeat no more', async () => {
    await queues().schedule('avisos.repartir', 3_600_000);
    const schedules = () => redis.client().zrange('{jobs}:alerts:repeat', '0', '-1');
    expect(await schedules()).toEqual(['avisos.repartir']);
    await worker({ 'avisos.repartir': async () => undefined });
    await eventually(async () => expect(await schedules()).toEqual([]));
  });
});
