import { type ControlRule, encodeConfig, type Protection } from '@acequia/board-protocol';
import fc from 'fast-check';
import { BOARDS, PATIENCE_MS } from './both-boards.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { T0 } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';
import { planned, relay } from './scenario.fixture.js';
import { level, lowWell, PUMP, SENSOR, VALVE, Well } from './well.fixture.js';

/** `PROTECTION_SCHEDULES=1000` for the long run. */
const SCHEDULES = Number(process.env['PROTECTION_SCHEDULES'] ?? 25);
const hotPump: ControlRule = {
  id: 'rule',
  pin: PUMP,
  sensor: SENSOR,
  value: 't',
  on_above: 20,
  off_at: 10,
  min_on_s: 0,
  min_off_s: 1,
  silent: 'on',
  priority: 1,
};
/** Under the same id: it follows the level instead. */
const fullWell: ControlRule = {
  id: 'rule',
  pin: PUMP,
  point: 7,
  on_above: 1.5,
  off_at: 0.8,
  min_on_s: 0,
  min_off_s: 1,
  silent: 'on',
  priority: 1,
};
/** Fills a tank. */
const TANK: ControlRule = {
  id: 'rule',
  pin: PUMP,
  point: 7,
  on_below: 0.5,
  off_at: 1.6,
  min_on_s: 0,
  min_off_s: 1,
  silent: 'off',
  priority: 1,
};

describe.each(BOARDS)('a protection on %s', (name) => {
  let host: CoreHost;
  let well: Well;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());
  beforeEach(async () => {
    await host.fresh();
    well = new Well(name === 'the simulator' ? new SimulatedDevice() : new FirmwareDevice(host));
  });

  it('turns its switch off after its time and refuses to turn it on until the value came back', async () => {
    await well.begin(lowWell());
    await well.order(true);
    await well.order(true, VALVE);
    await well.pass(10);
    await well.volts(0.4);
    const low = well.now;
    await well.pass(4);
    expect(well.isOn()).toBe(true);
    await well.pass(3);
    expect(well.changes.at(-1)).toEqual([expect.any(Number), PUMP, 0]);
    expect(well.changes.at(-1)![0]).toBeLessThanOrEqual((low + 6) * 1000);
    expect(await well.tripped()).toEqual([{ id: 'well', at: T0 / 1000 + low + 5 }]);
    await well.order(true);
    await well.order(false);
    expect(well.errors).toEqual(['protection']);
    await well.volts(0.8);
    await well.pass(10);
    await well.order(true);
    expect(well.errors).toHaveLength(2);
    await well.volts(1);
    await well.pass(1);
    await well.order(true);
    expect([well.isOn(), well.isOn(VALVE)]).toEqual([true, true]);
    expect(await well.tripped()).toEqual([]);
  });

  it('lets a rule fill a tank from below to above, and not while it has tripped', async () => {
    const full: Protection = { ...lowWell({ id: 'full', above: 1.9, until: { s: 60 } }), below: undefined };
    await well.begin(full);
    await well.volts(1);
    await well.control([TANK], [full]);
    const seen: boolean[] = [];
    for (const volts of [0.55, 0.45, 1.2, 1.65, 1.2, 0.45, 2, 1.8, 0.45]) {
      await well.volts(volts);
      await well.pass(8);
      seen.push(well.isOn());
    }
    // At the end its probe reads low, and the protection still keeps it off.
    expect(seen).toEqual([false, true, true, false, false, true, false, false, false]);
    await well.pass(60);
    expect(well.isOn()).toBe(true);
  });

  it('waits through the start of its switch, and watches only while that is on', async () => {
    await well.begin(lowWell({ with_pin: PUMP, grace_s: 20 }));
    await well.volts(0);
    await well.pass(60);
    await well.order(true);
    await well.pass(24);
    expect(well.isOn()).toBe(true);
    await well.pass(2);
    expect(well.isOn()).toBe(false);
  });

  it('is not moved by a value that is beyond its limit for less than its time', async () => {
    await well.begin(lowWell());
    await well.order(true);
    for (const volts of [0.4, 2, 0.4, 2]) {
      await well.volts(volts);
      await well.pass(4);
    }
    expect(well.isOn()).toBe(true);
  });

  it.each([
    ['off', false],
    ['go', true],
  ] as const)('without a value and with no_data %s leaves its switch on: %s', async (no_data, stays) => {
    await well.begin(lowWell({ no_data }));
    await well.order(true);
    await well.volts(null);
    await well.pass(10);
    expect(well.isOn()).toBe(stays);
  });

  it('stays after a cut of power, a restart and another control, and knows since when', async () => {
    await well.begin(lowWell({ until: 'person' }));
    await well.volts(0.4);
    await well.pass(10);
    const before = await well.tripped();
    await well.volts(2);
    await well.cut(100);
    await well.restart();
    await well.protect(lowWell({ until: 'person', below: 0.1 }));
    await well.order(true);
    expect(well.errors).toEqual(['protection']);
    expect(await well.tripped()).toEqual(before);
    await well.protect(lowWell({ until: 'person', freed: 1 }));
    await well.order(true);
    expect(well.isOn()).toBe(true);
    await well.cut(1);
    expect(await well.tripped()).toEqual([]);
  });

  it('lets go after its time, which begins anew at a boot', async () => {
    await well.begin(lowWell({ until: { s: 60 } }));
    await well.volts(0.4);
    await well.pass(10);
    await well.volts(2);
    await well.pass(40);
    await well.cut(1);
    await well.pass(40);
    await well.order(true);
    expect(well.errors).toEqual(['protection']);
    await well.pass(30);
    await well.order(true);
    expect(well.isOn()).toBe(true);
  });

  it('lets go when it is taken away', async () => {
    await well.begin(lowWell({ until: 'person' }));
    await well.volts(0.4);
    await well.pass(10);
    await well.protect();
    await well.order(true);
    expect(well.isOn()).toBe(true);
  });

  it('is bypassed until the end that control names, also without a link, and not without the time of day', async () => {
    await well.begin(lowWell({ until: 'person' }));
    await well.volts(null);
    await well.pass(10);
    await well.protect(lowWell({ until: 'person', bypass_until: T0 / 1000 + well.now + 300 }));
    await well.device.disconnected(well.ms);
    await well.clock(false);
    await well.pass(2);
    await well.clock(true);
    await well.order(true);
    await well.pass(200);
    expect(well.isOn()).toBe(true);
    await well.pass(100);
    expect(well.isOn()).toBe(false);
    await well.protect(lowWell({ bypass_until: T0 / 1000 + well.now + 5 * 3_600 }));
    await well.order(true);
    await well.clock(false);
    expect(well.errors).toEqual(['protection']);
  });

  it('ends a run of the agenda, and tells of one that could not begin', async () => {
    await well.begin(lowWell());
    await well.plan(planned('a', PUMP, 10, 600), planned('b', PUMP, 100, 60));
    await well.pass(30);
    await well.volts(0.4);
    await well.pass(180);
    const ends = (await well.device.runs(well.ms, true)).map(({ id, started, end }) => [id, started !== null, end]);
    expect(ends).toEqual([
      ['a', true, 'protection'],
      ['b', false, 'protection'],
    ]);
  });

  it('stops a pump before the valve that it needs', async () => {
    await well.begin(lowWell({ off: [VALVE] }));
    const requires = { kind: 'requires' as const, pin: PUMP, any: [VALVE], on_delay_s: 0, off_delay_s: 5 };
    const relays = [relay(VALVE, 3_000), relay(PUMP, 3_000)];
    const map = { rev: 2, relays, sensors: [], points: [level], interlocks: [requires] };
    await well.device.config(well.ms, Buffer.from(encodeConfig(map)));
    await well.order(true, VALVE);
    await well.order(true);
    await well.volts(0.4);
    await well.pass(20);
    const [pump, valve] = [PUMP, VALVE].map((pin) => well.changes.find(([, which, up]) => which === pin && !up)![0]);
    expect(valve! - pump!).toBe(5_000);
  });
});

describe('protections under random schedules', () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  it('refuse nobody an OFF and turn off with a flash that fails', async () => {
    await host.fresh();
    const well = new Well(new FirmwareDevice(host));
    await well.begin(lowWell({ until: 'person' }));
    await host.do(well.ms, 'flash', 'fails');
    await well.order(true);
    await well.volts(0.4);
    await well.pass(6);
    expect(well.isOn()).toBe(false);
    await host.do(well.ms, 'flash', 'works');
    await well.pass(61);
    await well.volts(2);
    await well.cut(1);
    expect(await well.tripped()).toHaveLength(1);
  });

  it(
    'act alike on core and twin, and no rule, agenda or person runs the pump dry',
    async () => {
      const one = fc.record({
        for_s: fc.constantFrom(0, 5, 20),
        grace_s: fc.constantFrom(0, 15),
        with_pin: fc.constantFrom(undefined, PUMP),
        no_data: fc.constantFrom<'off' | 'go'>('off', 'go'),
        until: fc.constantFrom<Protection['until']>('person', { s: 60 }, { value: 1 }),
      });
      const act = fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<[string, number]>(['volts', 2], ['volts', 0.4], ['volts', -1]) },
        { weight: 5, arbitrary: fc.tuple(fc.constant('pass'), fc.integer({ min: 1, max: 60 })) },
        { weight: 3, arbitrary: fc.constantFrom<[string, number]>(['order', 1], ['order', 0]) },
        { weight: 3, arbitrary: fc.tuple(fc.constantFrom('cut', 'restart', 'clock', 'plan', 'bypass'), fc.nat(1)) },
        { weight: 2, arbitrary: fc.tuple(fc.constantFrom('free', 'rule'), fc.nat(2)) },
      );
      await fc.assert(
        fc.asyncProperty(one, fc.array(act, { maxLength: 25 }), async ({ with_pin, ...rest }, acts) => {
          await host.fresh();
          const wells = [new SimulatedDevice(), new FirmwareDevice(host)].map((device) => new Well(device));
          const seen = await Promise.all(
            wells.map(async (well) => {
              let protection = lowWell({ ...rest, ...(with_pin !== undefined && { with_pin }) });
              let rules: ControlRule[] = [];
              let dry: number | null = null;
              let bypass = 0;
              const log: unknown[] = [];
              await well.begin(protection);
              const look = async (): Promise<void> => {
                const longest = rest.for_s + (with_pin === undefined ? 0 : rest.grace_s) + 3;
                const since = well.changes.filter(([, pin]) => pin === PUMP).at(-1)?.[0] ?? 0;
                const watched = dry === null ? Infinity : Math.max(dry, since / 1000, bypass);
                if (well.isOn()) expect(well.now - watched).toBeLessThanOrEqual(longest);
                log.push([well.now, await well.tripped(), well.isOn()]);
              };
              for (const [what, n] of acts) {
                if (what === 'volts') {
                  const isDry = n < 0 ? rest.no_data === 'off' : n < 0.5;
                  dry = isDry ? (dry ?? well.now) : null;
                  await well.volts(n < 0 ? null : n);
                } else if (what === 'order') await well.order(n === 1);
                else if (what === 'clock') await well.clock(n === 1);
                else if (what === 'cut') await well.cut(n * 30 + 1);
                else if (what === 'restart') await well.restart();
                else if (what === 'plan') await well.plan(planned(`r${well.now}`, PUMP, well.now + 5, 120));
                else if (what === 'pass') {
                  for (let s = 0; s < n; s += 5) {
                    await well.pass(Math.min(5, n - s));
                    await look();
                  }
                } else {
                  if (what === 'rule') rules = [[], [hotPump], [fullWell]][n] ?? [];
                  if (what === 'free') protection = { ...protection, freed: (protection.freed ?? 0) + 1 };
                  if (what === 'bypass') {
                    bypass = well.now + 60;
                    protection = { ...protection, bypass_until: T0 / 1000 + bypass };
                  }
                  await well.control(rules, [protection]);
                }
                await look();
              }
              return { log, changes: well.changes, errors: well.errors };
            }),
          );
          expect(seen[1]).toEqual(seen[0]);
        }),
        { numRuns: SCHEDULES },
      );
    },
    PATIENCE_MS,
  );
});
