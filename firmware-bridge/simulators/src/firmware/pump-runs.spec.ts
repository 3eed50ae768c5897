import type { InterlockMessage } from '@acequia/board-protocol';
import fc from 'fast-check';
import { BOARDS, bothBoards, changes, onFor, outcomes, PATIENCE_MS } from './both-boards.fixture.js';
import {
  agenda,
  away,
  back,
  map,
  off,
  on,
  pass,
  planned,
  relay,
  sorted,
  type Happening,
  type Step,
} from './scenario.fixture.js';

const PUMP = 23;
const VALVES = [4, 5, 18];
const pump: InterlockMessage = { kind: 'requires', pin: PUMP, any: VALVES, on_delay_s: 2, off_delay_s: 5 };
const apart: InterlockMessage = { kind: 'exclusive', pins: [4, 5] };
const farmWith = (locks: InterlockMessage[], rest_s = 0, locked: number[] = []): Happening =>
  map(1, [...VALVES.map((pin) => relay(pin, 300)), relay(PUMP, 600, rest_s)], locks, { locked });
const farm = farmWith([pump]);

/** Two valves one after the other, and a run of the pump for each. */
const relayed = [
  planned('v1', 4, 10, 60),
  planned('p1', PUMP, 12, 58, { late_s: 60 }),
  planned('v2', 5, 70, 60),
  planned('p2', PUMP, 70, 55, { late_s: 60 }),
];

const play = bothBoards();

describe.each(BOARDS)('a pump of the agenda: %s', (name) => {
  const run = (...happenings: Happening[]): Promise<Step[]> => play(name, happenings);

  it('goes on from one valve to the next, and stops before the last', async () => {
    const steps = await run(farm, agenda(1, relayed), pass(200));
    expect(changes(steps)).toEqual([
      [10_000, 4, 1],
      [12_000, PUMP, 1],
      [70_000, 4, 0],
      [70_000, 5, 1],
      [125_000, PUMP, 0],
      [130_000, 5, 0],
    ]);
    expect(outcomes(steps)).toEqual([
      ['v1', 10, 60, 'done'],
      ['p1', 12, 58, 'done'],
      ['p2', 70, 55, 'done'],
      ['v2', 70, 60, 'done'],
    ]);
  });

  it('goes on in one run over all of its valves too, also after the same valve again', async () => {
    const runs = [4, 5, 4, 18].map((pin, n) => planned(`v${n}`, pin, 10 + 20 * n, 20));
    const steps = await run(farm, agenda(1, [...runs, planned('p', PUMP, 12, 73)]), pass(200));
    expect(onFor(steps, PUMP)).toEqual([73_000]);
  });

  it.each<[string, Happening, Partial<ReturnType<typeof planned>>]>([
    ['is locked', farmWith([pump], 0, [5]), {}],
    ['excludes the first', farmWith([pump, apart]), {}],
    ['needs a link that is not there', farm, { link: 1 }],
  ])('stops before a valve closes whose next one %s', async (_, board, rest) => {
    const [v1, p1] = relayed as [ReturnType<typeof planned>, ReturnType<typeof planned>];
    const steps = await run(board, agenda(1, [v1, p1, planned('v2', 5, 70, 60, rest)]), away, pass(69), back);
    expect(changes(steps)).toEqual([
      [10_000, 4, 1],
      [12_000, PUMP, 1],
      [65_000, PUMP, 0],
    ]);
  });

  it('comes back for the next valve after a person closed the first', async () => {
    const steps = await run(farm, agenda(1, relayed), pass(30), off('x', 4), pass(200));
    expect(changes(steps)).toEqual([
      [10_000, 4, 1],
      [12_000, PUMP, 1],
      [30_000, PUMP, 0],
      [35_000, 4, 0],
      [70_000, 5, 1],
      [72_000, PUMP, 1],
      [125_000, PUMP, 0],
      [130_000, 5, 0],
    ]);
  });

  it('keeps the valve open over a correction of the time between the two', async () => {
    const late: Happening = { kind: 'clock', ahead_ms: -1_000 };
    const steps = await run(farm, agenda(1, relayed), pass(50), late, pass(200));
    expect(onFor(steps, PUMP)).toEqual([114_000]);
    expect(changes(steps)).toContainEqual([71_000, 4, 0]);
  });

  it('may be turned on by a person while only the next valve leaves it time', async () => {
    const runs = [planned('v1', 4, 0, 6), planned('v2', 5, 6, 60)];
    const steps = await run(farm, agenda(1, runs), pass(3), on('x', PUMP, 30), pass(60));
    expect(onFor(steps, PUMP)).toEqual([30_000]);
  });
});

describe('whatever valves are planned', () => {
  const newRun = fc.record({
    pin: fc.constantFrom(...VALVES, PUMP, PUMP),
    at: fc.integer({ min: 1, max: 30 }).map((n) => n * 10),
    secs: fc.constantFrom(3, 10, 10, 20, 20, 30, 60, 400),
    late_s: fc.constantFrom(0, 30),
    link: fc.constantFrom<0 | 1>(0, 0, 1),
  });
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 80 }).map(pass) },
    {
      weight: 2,
      arbitrary: fc
        .record({ pin: fc.constantFrom(...VALVES, PUMP), max_s: fc.integer({ min: 5, max: 60 }), on: fc.boolean() })
        .map((order): Happening => ({ kind: 'command', id: '', ttl: 10_000, ...order })),
    },
    { weight: 1, arbitrary: fc.boolean().map((up): Happening => ({ kind: 'network', up })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(0, -700, 900, null).map((ahead_ms): Happening => ({ kind: 'clock', ahead_ms })),
    },
  );
  const schedule = fc
    .tuple(
      fc.constantFrom(farm, farmWith([pump], 30), farmWith([pump, apart], 10), farmWith([pump], 0, [18])),
      fc.array(newRun, { minLength: 2, maxLength: 14 }),
      fc.array(event, { maxLength: 8 }),
    )
    .map(([board, runs, events]): Happening[] => [
      board,
      agenda(
        1,
        runs.map(({ pin, at, secs, ...rest }, n) => planned(`r${n}`, pin, at, secs, rest)),
      ),
      ...events.map((item, n) => (item.kind === 'command' ? { ...item, id: `c${n}` } : item)),
      { kind: 'clock', ahead_ms: 0 },
      { kind: 'network', up: true },
      pass(800),
    ]);

  /** Times at which the pump is on and no valve is. */
  const dry = (steps: readonly Step[]): number[] => {
    const open = new Set<number>();
    const times = (changes(steps) as Step['changes']).map(([at]) => at);
    return [...new Set(times)].filter((at) => {
      for (const [when, pin, up] of changes(steps) as Step['changes'])
        if (when === at) open[up ? 'add' : 'delete'](pin);
      return open.has(PUMP) && !VALVES.some((pin) => open.has(pin));
    });
  };

  it(
    'both boards do the same, and the pump never runs against closed valves',
    () =>
      fc.assert(
        fc.asyncProperty(schedule, async (happenings) => {
          const simulated = await play('the simulator', happenings);
          const firmware = await play('the firmware core', happenings);
          expect(dry(simulated)).toEqual([]);
          const doings = (steps: readonly Step[]): unknown =>
            steps.map((step) => ({ ...step, changes: sorted(step.changes), delivered: null, status: null }));
          expect(doings(firmware)).toEqual(doings(simulated));
        }),
        { numRuns: 60 },
      ),
    PATIENCE_MS,
  );
});
