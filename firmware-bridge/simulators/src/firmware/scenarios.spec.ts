import type { ConfigMessage, InterlockMessage } from '@acequia/board-protocol';
import fc from 'fast-check';
import { answers, BOARDS, bothBoards, changes, PATIENCE_MS } from './both-boards.fixture.js';
import { T0 } from './device.fixture.js';
import { broken } from './invariants.fixture.js';
import { away, back, deeds, map, off, on, pass, relay, type Happening, type Step } from './scenario.fixture.js';

const VALVES = [4, 5];
const PUMP = 23;
const pair: InterlockMessage = { kind: 'exclusive', pins: [18, 19] };
const pump: InterlockMessage = { kind: 'requires', pin: PUMP, any: VALVES, on_delay_s: 5, off_delay_s: 10 };
const farm = map(
  1,
  [...VALVES, 18, 19, PUMP].map((pin) => relay(pin, 60)),
  [pair, pump],
);

const play = bothBoards();

describe.each(BOARDS)('a board: %s', (name) => {
  const run = async (...happenings: Happening[]): Promise<Step[]> => {
    const steps = await play(name, happenings);
    expect(broken(steps)).toEqual([]);
    return steps;
  };

  it('is off at boot, and after a reboot in the middle of its work', async () => {
    const steps = await run(farm, on('a', 4), pass(1), { kind: 'reboot', off_ms: 3_000 }, pass(1));
    expect(steps.flatMap(({ delivered }) => delivered).at(-1)?.pins).toMatchObject({ 4: 0, 5: 0 });
    expect(changes(steps)).toEqual([
      [0, 4, 1],
      [1_000, 4, 0],
    ]);
  });

  it.each(['kept', 'gone'] as const)('is off after a restart of the chip alone, its map %s', async (which) => {
    const steps = await run(farm, on('a', 4), on('b', 18), pass(1), { kind: 'restart', map: which }, pass(60));
    expect(changes(steps).slice(2)).toEqual([
      [1_000, 4, 0],
      [1_000, 18, 0],
    ]);
  });

  it('knows its pin map after a reboot with no network at all', async () => {
    const steps = await run(farm, { kind: 'reboot', off_ms: 100 }, away, pass(1), back, on('a', 18), on('b', 19));
    expect(answers(steps)).toEqual([{ 18: 1 }, 'interlock']);
  });

  it('obeys, answers and tells its new state at once', async () => {
    const steps = await run(farm, on('a', 4), off('b', 4));
    expect(answers(steps)).toEqual([{ 4: 1 }, { 4: 0 }]);
    expect(steps[1]?.delivered.at(-1)).toMatchObject({ ts: T0, pins: { 4: 1 } });
    expect(steps[2]?.delivered.at(-1)).toMatchObject({ ts: T0, pins: { 4: 0 } });
  });

  it('turns off at the limit of the command, of the map, and when the map allows less, with no server there', async () => {
    const shorter = map(2, [relay(4, 60), relay(5, 60), relay(18, 20)]);
    const steps = await run(farm, on('a', 4, 30), on('b', 5, 3_600), on('c', 18), shorter, away, pass(3_600));
    expect(changes(steps).slice(3)).toEqual([
      [20_000, 18, 0],
      [30_000, 4, 0],
      [60_000, 5, 0],
    ]);
  });

  it('brings what it saw while it was away, in order', async () => {
    const steps = await run(farm, on('a', 4, 5), away, pass(60), back);
    const times = steps.at(-1)?.delivered.map(({ ts }) => ts ?? 0) ?? [];
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(steps.at(-1)?.delivered.find(({ pins }) => pins?.['4'] === 0)?.ts).toBe(T0 + 5_000);
  });

  it('acts once on a command that comes twice, and answers the same', async () => {
    const steps = await run(farm, on('a', 4), off('b', 4), { kind: 'repeat', which: 0 }, pass(20));
    expect(answers(steps)).toEqual([{ 4: 1 }, { 4: 0 }, { 4: 1 }]);
    expect(changes(steps)).toHaveLength(2);
  });

  it('refuses what came too late, on or off, and remembers that it did', async () => {
    const late = { kind: 'command', id: 'a', pin: 4, on: true, ttl: -1 } as const;
    const steps = await run(farm, late, { kind: 'repeat', which: 0 }, on('b', 4), { ...late, id: 'c', on: false });
    expect(answers(steps)).toEqual(['expired', 'expired', { 4: 1 }, 'expired']);
  });

  it('without a clock refuses ON and obeys OFF, and says why', async () => {
    const unset: Happening = { kind: 'clock', ahead_ms: null };
    const steps = await run(farm, on('a', 4), unset, on('b', 5), off('c', 4));
    expect(answers(steps)).toEqual([{ 4: 1 }, 'clock_unset', { 4: 0 }]);
    expect(steps.at(-1)?.delivered.at(-1)).not.toHaveProperty('ts');
  });

  it('with a clock that is an hour behind refuses ON, because it could not tell a late one', async () => {
    const steps = await run(farm, { kind: 'clock', ahead_ms: -3_600_000 }, on('a', 4), off('b', 4));
    expect(answers(steps)).toEqual(['clock_skewed', { 4: 0 }]);
  });

  it('keeps its timers when its clock jumps', async () => {
    const steps = await run(farm, on('a', 4, 30), { kind: 'clock', ahead_ms: 86_400_000 }, pass(29), pass(2));
    expect(changes(steps)).toEqual([
      [0, 4, 1],
      [30_000, 4, 0],
    ]);
  });

  it('believes a step of its clock only when a second answer agrees', async () => {
    const wrong: Happening = { kind: 'clock', ahead_ms: 2 * 86_400_000, once: true };
    const right: Happening = { kind: 'clock', ahead_ms: 0 };
    const other: Happening = { kind: 'clock', ahead_ms: 86_400_000, once: true };
    const steps = await run(farm, wrong, on('a', 4), other, on('b', 5), right, wrong, on('c', 18));
    expect(answers(steps)).toEqual([{ 4: 1 }, { 5: 1 }, { 18: 1 }]);
  });

  it('has nothing on a pin that the map lacks, nor on one that cannot carry a relay', async () => {
    const strange = map(2, [relay(4, 60), relay(34, 60), relay(1, 60), relay(6, 60)]);
    const steps = await run(strange, on('a', 18), on('b', 34), on('c', 1), on('d', 6));
    expect(answers(steps)).toEqual(['unknown_pin', 'unfit_pin', 'unfit_pin', 'unfit_pin']);
    expect(steps.at(-1)?.delivered.at(-1)?.pins ?? { 4: 0 }).toEqual({ 4: 0 });
  });

  it('keeps a relay on its LED, or on the pin of the flash voltage, only where it had one before', async () => {
    const steps = await run(map(1, [relay(4, 60)]), map(2, [relay(2, 60), relay(4, 60), relay(12, 60)]));
    const later = [on('a', 2), on('b', 12), on('c', 4)];
    const refused = ['unfit_pin', 'unfit_pin', { 4: 1 }];
    const added = await run(...steps.map(({ happening }) => happening), ...later);
    expect(answers(added)).toEqual(refused);
    const again = await run(...steps.map(({ happening }) => happening), { kind: 'reboot', off_ms: 100 }, ...later);
    expect(answers(again)).toEqual(refused);
    const old = map(1, [relay(2, 60), relay(12, 60)]);
    const next = map(2, [relay(2, 60), relay(4, 60), relay(12, 60)]);
    const kept = await run(old, { kind: 'reboot', off_ms: 100 }, next, ...later);
    expect(answers(kept)).toEqual([{ 2: 1 }, { 12: 1 }, { 4: 1 }]);
  });

  it('never touches its flash for a sensor, and the rest of such a map holds', async () => {
    const dht = (pin: number) => ({ pin, type: 'dht22' as const, every_s: 10 });
    const strange = map(1, [relay(4, 60), relay(24, 60)], [], { sensors: [6, 11, 39, 24, 3, 32].map(dht) });
    const says = [6, 11, 39, 3, 32].map((pin): Happening => ({ kind: 'sensor', pin, reading: { t: 20, h: 50 } }));
    const steps = await run(strange, ...says, on('a', 4), pass(30));
    expect(answers(steps)).toEqual([{ 4: 1 }]);
    const told = steps.flatMap(({ delivered }) => delivered.flatMap(({ sensors = {} }) => Object.keys(sensors)));
    expect([...new Set(told)].sort()).toEqual(['3', '32']);
    const added = await run(map(1, []), map(2, [relay(4, 60)], [], { sensors: [3, 32].map(dht) }), ...says, pass(30));
    const reported = added.flatMap(({ delivered }) => delivered.flatMap(({ sensors = {} }) => Object.keys(sensors)));
    expect([...new Set(reported)]).toEqual(['32']);
  });

  it('turns off what leaves the map, and ignores a map older than its own', async () => {
    const steps = await run(map(5, [relay(4, 60)]), on('a', 4), map(4, []), map(6, [relay(5, 60)]), on('b', 4));
    expect(answers(steps)).toEqual([{ 4: 1 }, 'unknown_pin']);
    expect(changes(steps)).toEqual([
      [0, 4, 1],
      [0, 4, 0],
    ]);
  });

  it('tells that a stuck relay is still on, and turns it off as soon as it moves', async () => {
    const stuck = (...pins: number[]): Happening => ({ kind: 'stuck', pins });
    const steps = await run(farm, on('a', 4), stuck(4), off('b', 4), pass(10), stuck(), pass(1));
    expect(answers(steps)).toEqual([{ 4: 1 }, { 4: 1 }]);
    expect(changes(steps).at(-1)).toEqual([10_250, 4, 0]);
  });

  it('tells of a relay that stuck over a restart as soon as it gets its map again', async () => {
    const steps = await run(farm, on('a', 4), { kind: 'stuck', pins: [4] }, { kind: 'restart', map: 'gone' }, farm);
    expect(steps.map(({ delivered }) => delivered.at(-1)?.pins?.['4'])).toEqual([
      undefined,
      1,
      undefined,
      undefined,
      1,
    ]);
  });

  it('does not turn on later what was stuck when it was told to', async () => {
    const steps = await run(farm, { kind: 'stuck', pins: [4] }, on('a', 4), { kind: 'stuck', pins: [] }, pass(5));
    expect(answers(steps)).toEqual([{ 4: 0 }]);
    expect(changes(steps)).toEqual([]);
  });

  it('never has both of an exclusive pair on', async () => {
    const steps = await run(farm, on('a', 18), on('b', 19), off('c', 18), on('d', 19), on('e', 18));
    expect(answers(steps)).toEqual([{ 18: 1 }, 'interlock', { 18: 0 }, { 19: 1 }, 'interlock']);
  });

  it('turns both off when they become a pair while they are on', async () => {
    const free = map(1, [relay(18, 60), relay(19, 60)]);
    const paired = map(2, [relay(18, 60), relay(19, 60)], [pair]);
    const steps = await run(free, on('a', 18), on('b', 19), paired);
    expect(steps.at(-1)?.delivered.at(-1)?.pins).toEqual({ 18: 0, 19: 0 });
  });

  it('runs a pump only once a valve has been open for a while', async () => {
    const steps = await run(
      farm,
      on('a', PUMP),
      on('b', 4),
      on('c', PUMP),
      pass(4.75),
      on('d', PUMP),
      pass(0.25),
      on('e', PUMP),
    );
    expect(answers(steps)).toEqual(['interlock', { 4: 1 }, 'interlock', 'interlock', { 23: 1 }]);
  });

  it('stops the pump at once when its last valve is told to close, and closes that when the pump has rested', async () => {
    const steps = await run(
      farm,
      on('a', 4),
      pass(5),
      on('b', PUMP),
      pass(5),
      off('c', 4),
      { kind: 'repeat', which: 2 },
      pass(20),
    );
    expect(changes(steps).slice(2)).toEqual([
      [10_000, PUMP, 0],
      [20_000, 4, 0],
    ]);
    // The board answers a command only once its effect is real.
    expect(steps.map((step) => answers([step]))).toEqual([[], [{ 4: 1 }], [], [{ 23: 1 }], [], [], [], [{ 4: 0 }]]);
  });

  it('lets the pump rest before its last valve reaches its limit', async () => {
    const steps = await run(farm, on('a', 4, 30), on('b', 5, 20), pass(5), on('c', PUMP), pass(60));
    expect(changes(steps).slice(3)).toEqual([
      [20_000, 5, 0],
      [20_000, PUMP, 0],
      [30_000, 4, 0],
    ]);
  });

  it('changes valves under a running pump', async () => {
    const steps = await run(farm, on('a', 4), pass(5), on('b', PUMP), on('c', 5), off('d', 4), pass(1));
    expect(steps.at(-2)?.delivered.at(-1)?.pins).toMatchObject({ 4: 0, 5: 1, [PUMP]: 1 });
  });
});

describe('whatever happens', () => {
  const pin = fc.constantFrom(...VALVES, 18, 19, PUMP);
  const max_s = fc.integer({ min: 1, max: 40 });
  const interlock: fc.Arbitrary<InterlockMessage> = fc.oneof(
    fc.constant(pair),
    fc.constant<InterlockMessage>({ kind: 'exclusive', pins: [4, 18, 23] }),
    fc.record({
      kind: fc.constant('requires' as const),
      pin: fc.constantFrom(PUMP, 19),
      any: fc.subarray([...VALVES, 18], { minLength: 1 }),
      on_delay_s: fc.integer({ min: 0, max: 6 }),
      off_delay_s: fc.integer({ min: 0, max: 6 }),
    }),
  );
  const config = (rev: fc.Arbitrary<number>): fc.Arbitrary<ConfigMessage> =>
    fc.record({
      rev,
      relays: fc.uniqueArray(fc.record({ pin, max_s }), { selector: (item) => item.pin, minLength: 2, maxLength: 5 }),
      sensors: fc.constant([]),
      interlocks: fc.array(interlock, { maxLength: 3 }),
    });
  const order = fc
    .record({ pin, on: fc.boolean(), max_s: fc.option(max_s, { nil: undefined }), late: fc.nat(9) })
    .map(({ late, max_s: most, ...rest }) => ({
      kind: 'command' as const,
      id: '',
      ...rest,
      ttl: late === 0 ? -1 : 10_000,
      ...(most !== undefined && { max_s: most }),
    }));
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    { weight: 8, arbitrary: order },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }).map((steps) => pass(steps / 4)) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), which: fc.nat(30) }) },
    { weight: 1, arbitrary: config(fc.nat(4)).map((value) => ({ kind: 'config' as const, config: value })) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('reboot' as const), off_ms: fc.nat(20).map((n) => n * 250) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('restart' as const),
        map: fc.constantFrom('kept' as const, 'gone' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('network' as const), up: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('clock' as const),
        ahead_ms: fc.constantFrom(0, 0, null, 60_000, -5_000, -3_600_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('stuck' as const), pins: fc.subarray([4, 18, PUMP], { maxLength: 1 }) }),
    },
  );
  const named = (happenings: Happening[]): Happening[] =>
    happenings.map((item, index) => (item.kind === 'command' ? { ...item, id: `c${index}` } : item));
  const scenario = fc
    .tuple(config(fc.constant(1)), fc.array(happening, { minLength: 5, maxLength: 40 }))
    .map(([first, rest]): Happening[] => [{ kind: 'config', config: first }, ...named(rest)]);

  it(
    'both boards do the same, and neither what a board must never do',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async (happenings) => {
          const simulated = await play('the simulator', happenings);
          const firmware = await play('the firmware core', happenings);
          expect(broken(simulated)).toEqual([]);
          expect(broken(firmware)).toEqual([]);
          expect(deeds(firmware)).toEqual(deeds(simulated));
        }),
        { numRuns: 400 },
      );
    },
    PATIENCE_MS,
  );
});
