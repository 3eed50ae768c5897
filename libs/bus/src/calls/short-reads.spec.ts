import { sistema } from '@acequia/contracts';
import { until } from '@acequia/testing';
import type { Redis } from 'ioredis';
import { CallsFixture, gate } from '../spec-support/calls.fixture.js';
import type { ServiceFixture } from '../spec-support/service-fixture.js';
import { callKeys } from './call-keys.js';

const CALLER = sistema('api-gateway');
const { stream, running } = callKeys('inventory');

describe('reads', () => {
  let fixture: CallsFixture;
  let client: Redis;
  let caller: ServiceFixture;
  const inventory: CallsFixture['inventory'] = (...given) => fixture.inventory(...given);
  /** Counts of stream entries, of delivered entries not acknowledged, and of calls recorded as running. */
  const left = async (): Promise<{ entries: number; pending: number; noted: number }> => {
    const [entries, pending, sets] = await Promise.all([
      client.xlen(stream),
      client.xpending(stream, 'inventory') as Promise<[number, ...unknown[]]>,
      client.keys(`${running}*`),
    ]);
    const noted = await Promise.all(sets.map((key) => client.scard(key)));
    return { entries, pending: pending[0], noted: noted.reduce((sum, count) => sum + count, 0) };
  };

  beforeAll(async () => {
    fixture = await CallsFixture.open();
    ({ client } = fixture);
  });
  beforeEach(async () => {
    caller = await fixture.beginTest();
  });
  afterEach(() => fixture.endTest());
  afterAll(() => fixture.close());

  it('that end soon leave nothing behind, whether they answered or failed', async () => {
    let asked = 0;
    await inventory({
      'switches.listar': async () => {
        if ((asked += 1) % 2 === 0) throw new Error('no');
        return [];
      },
    });
    const calls = Array.from({ length: 50 }, () => caller.bus.call('switches.listar', {}, CALLER));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    await until(async () => {
      const { entries, pending } = await left();
      return entries === 0 && pending === 0;
    }, 'nothing is left of them');
    expect(asked).toBe(50);
    // The reads were never taken, so no running set mentions them.
    expect((await left()).noted).toBe(0);
  });

  it('that take long are taken off the stream while they run, so that nobody else runs them', async () => {
    const { open, opened } = gate();
    let ran = 0;
    const slow = async () => {
      ran += 1;
      await opened;
      return [];
    };
    await inventory({ 'switches.listar': slow });
    await inventory({ 'switches.listar': slow });
    const call = caller.bus.call('switches.listar', {}, CALLER);
    await until(() => ran === 1, 'it runs');
    await until(async () => {
      const { entries, pending, noted } = await left();
      return entries === 0 && pending === 0 && noted === 1;
    }, 'it was taken');
    open();
    await expect(call).resolves.toEqual([]);
    expect(ran).toBe(1);
    await until(async () => (await left()).noted === 0, 'it is noted no more');
  });

  it('are run by another instance when the one that was given them died before it took them', async () => {
    await client.xgroup('CREATE', stream, 'inventory', '0', 'MKSTREAM');
    const call = caller.bus.call('switches.listar', {}, CALLER);
    // Delivered to an instance that no longer exists.
    await until(async () => (await client.xlen(stream)) === 1, 'it was asked');
    await client.xreadgroup('GROUP', 'inventory', 'muerta', 'COUNT', 1, 'STREAMS', stream, '>');
    await inventory({ 'switches.listar': async () => [] });
    await expect(call).resolves.toEqual([]);
    await until(async () => (await left()).pending === 0, 'nothing is left of it');
  });

  it('are not lost when they end while the instance stops', async () => {
    const { open, opened } = gate();
    let began = false;
    const stopping = await inventory({
      'switches.listar': async () => {
        began = true;
        await opened;
        return [];
      },
    });
    const call = caller.bus.call('switches.listar', {}, CALLER);
    await until(() => began, 'it runs');
    const stopped = fixture.stop(stopping);
    open();
    await expect(call).resolves.toEqual([]);
    await stopped;
  });
});
