import { AppError, type ErrorCode, sistema } from '@acequia/contracts';
import { until } from '@acequia/testing';
import type { Redis } from 'ioredis';
import { CallsFixture, gate } from '../spec-support/calls.fixture.js';
import { BusKeys } from '../keys/bus-keys.js';
import { FIXTURE_SECRET, type ServiceFixture } from '../spec-support/service-fixture.js';
import { CALL_FIELD, callKeys, SIGNATURE_FIELD } from './call-keys.js';

const CALLER = sistema('api-gateway');
const { stream } = callKeys('inventory');

const failure = async (call: Promise<unknown>): Promise<AppError> => {
  const outcome = await call.catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(AppError);
  return outcome as AppError;
};
const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await failure(call)).codigo;

describe('calls', () => {
  let fixture: CallsFixture;
  let client: Redis;
  let caller: ServiceFixture;
  const inventory: CallsFixture['inventory'] = (...given) => fixture.inventory(...given);

  beforeAll(async () => {
    fixture = await CallsFixture.open();
    ({ client } = fixture);
  });
  beforeEach(async () => {
    caller = await fixture.beginTest();
  });
  afterEach(() => fixture.endTest());
  afterAll(() => fixture.close());

  it('are handled by one of two instances each, and both take part', async () => {
    const handled: [number[], number[]] = [[], []];
    for (const ids of handled) {
      const slowly = async ({ id }: { id: number }) => {
        ids.push(id);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return {};
      };
      await inventory({ 'switches.eliminar': slowly }, { concurrency: 4 });
    }
    const asked = Array.from({ length: 200 }, (_, at) => at + 1);
    await Promise.all(asked.map((id) => caller.bus.call('switches.eliminar', { id }, CALLER)));
    expect(handled.flat().sort((a, b) => a - b)).toEqual(asked);
    expect(handled.map((ids) => ids.length > 0)).toEqual([true, true]);
  });

  it('leave nothing in the stream once they are taken', async () => {
    let waiting = -1;
    await inventory({
      'switches.eliminar': async () => {
        waiting = await client.xlen(stream);
        return {};
      },
    });
    await caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    expect(waiting).toBe(0);
    expect((await client.xpending(stream, 'inventory'))[0]).toBe(0);
  });

  it('are never executed once their deadline has passed', async () => {
    const ran: number[] = [];
    const busy = gate();
    await inventory(
      {
        'switches.eliminar': async ({ id }) => {
          ran.push(id);
          if (id === 1) await busy.opened;
          return {};
        },
      },
      { concurrency: 1 },
    );
    const first = caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    await until(() => ran.length === 1, 'the first call runs');
    // No instance took the call, so the caller knows that it will never run.
    expect(await codeOf(caller.bus.call('switches.eliminar', { id: 2 }, CALLER, { timeout_ms: 100 }))).toBe(
      'servicio_no_disponible',
    );
    // A caller that died cannot withdraw its call.
    const expired = { i: 'gone.1', n: 'switches.eliminar', c: CALLER, t: 't', d: Date.now() - 1, b: { id: 3 } };
    const text = JSON.stringify(expired);
    const signature = new BusKeys({ secret: FIXTURE_SECRET }).signer.sign(stream, text);
    await client.xadd(stream, '*', CALL_FIELD, text, SIGNATURE_FIELD, signature);
    busy.open();
    await first;
    await caller.bus.call('switches.eliminar', { id: 4 }, CALLER);
    expect(ran).toEqual([1, 4]);
    expect(await client.xlen(stream)).toBe(0);
  });

  it('act once, however often a signed one is put on the bus within its deadline', async () => {
    const ran: number[] = [];
    const handlers = {
      'switches.eliminar': ({ id }: { id: number }) => {
        ran.push(id);
        return Promise.resolve({});
      },
    };
    await inventory(handlers);
    const call = { i: 'gone.1', n: 'switches.eliminar', c: CALLER, t: 't', d: Date.now() + 60_000, b: { id: 3 } };
    const text = JSON.stringify(call);
    const signature = new BusKeys({ secret: FIXTURE_SECRET }).signer.sign(stream, text);
    const put = () => client.xadd(stream, '*', CALL_FIELD, text, SIGNATURE_FIELD, signature);
    await Promise.all([put(), put()]);
    await until(() => ran.length > 0, 'the call runs');
    // Another instance knows of it too.
    await inventory(handlers);
    await put();
    for (const id of [4, 5, 6]) await caller.bus.call('switches.eliminar', { id }, CALLER);
    expect(ran).toEqual([3, 4, 5, 6]);
    expect(await client.xlen(stream)).toBe(0);
  });

  it('end at their deadline, and an answer that comes later is ignored', async () => {
    const late = gate();
    await inventory({
      'switches.eliminar': async ({ id }) => {
        if (id === 1) await late.opened;
        return {};
      },
    });
    const slow = caller.bus.call('switches.eliminar', { id: 1 }, CALLER, { timeout_ms: 300 });
    expect(await codeOf(slow)).toBe('resultado_desconocido');
    late.open();
    await until(
      async () => (await caller.registry.metrics()).includes('acequia_bus_late_replies_total 1'),
      'the late answer is counted',
    );
    await expect(caller.bus.call('switches.eliminar', { id: 2 }, CALLER)).resolves.toEqual({});
  });

  it('fail without waiting for their deadline when no instance is alive, and leave nothing behind', async () => {
    const call = () => caller.bus.call('switches.eliminar', { id: 1 }, CALLER, { timeout_ms: 60_000 });
    expect(await codeOf(call())).toBe('servicio_no_disponible');
    expect(await client.xlen(stream)).toBe(0);
    // The absence is already known, so the call fails at once.
    expect(await codeOf(call())).toBe('servicio_no_disponible');
    expect(await client.xinfo('STREAM', stream)).toEqual(expect.arrayContaining(['entries-added', 1]));
    await inventory({ 'switches.eliminar': async () => ({}) });
    await until(
      () =>
        call().then(
          () => true,
          () => false,
        ),
      'the service is found again',
    );
  });

  it('wait for a service that is just restarting', async () => {
    const call = caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    await until(async () => (await client.xlen(stream)) === 1, 'the call waits');
    await inventory({ 'switches.eliminar': async () => ({}) });
    await expect(call).resolves.toEqual({});
  });

  it('are run by another instance when theirs stood still before it took them', async () => {
    const call = caller.bus.call('switches.eliminar', { id: 1 }, CALLER, { timeout_ms: 15_000 });
    await until(async () => (await client.xlen(stream)) === 1, 'the call waits');
    await client.xgroup('CREATE', stream, 'inventory', '0');
    await client.xreadgroup('GROUP', 'inventory', 'frozen', 'COUNT', 1, 'STREAMS', stream, '>');
    await inventory({ 'switches.eliminar': async () => ({}) });
    await expect(call).resolves.toEqual({});
  });

  it('go on after Redis was flushed', async () => {
    await inventory({ 'switches.eliminar': async () => ({}) });
    await caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    await client.flushall();
    await client.script('FLUSH');
    await expect(caller.bus.call('switches.eliminar', { id: 2 }, CALLER)).resolves.toEqual({});
  });

  it('go on after Redis was killed and came back empty', async () => {
    await inventory({ 'switches.eliminar': async () => ({}) });
    await caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    await fixture.redis.kill();
    await fixture.redis.restart();
    await until(
      () =>
        caller.bus.call('switches.eliminar', { id: 3 }, CALLER).then(
          () => true,
          () => false,
        ),
      'calls work again',
    );
  });

  it('run a bounded number at once in each instance', async () => {
    let running = 0;
    let most = 0;
    await inventory(
      {
        'switches.eliminar': async () => {
          most = Math.max(most, (running += 1));
          await new Promise((resolve) => setTimeout(resolve, 10));
          running -= 1;
          return {};
        },
      },
      { concurrency: 3 },
    );
    await Promise.all(
      Array.from({ length: 30 }, (_, id) => caller.bus.call('switches.eliminar', { id: id + 1 }, CALLER)),
    );
    expect(most).toBe(3);
  });

  it('in progress are finished and answered when their instance stops', async () => {
    const ran: string[] = [];
    const done = gate();
    const stopping = await inventory({
      'switches.eliminar': async () => {
        ran.push('stopping');
        await done.opened;
        return {};
      },
    });
    const call = caller.bus.call('switches.eliminar', { id: 1 }, CALLER);
    await until(() => ran.length === 1, 'the call runs');
    const stopped = fixture.stop(stopping);
    const reads = async (): Promise<boolean> => /flags=\w*b.* cmd=xreadgroup/.test(String(await client.client('LIST')));
    await until(async () => !(await reads()), 'it reads no more');
    await inventory({
      'switches.eliminar': async () => {
        ran.push('other');
        return {};
      },
    });
    await caller.bus.call('switches.eliminar', { id: 2 }, CALLER);
    expect(ran).toEqual(['stopping', 'other']);
    done.open();
    await expect(call).resolves.toEqual({});
    await stopped;
  });
});
