import type { AgendaRun } from '@acequia/board-protocol';
import fc from 'fast-check';
import { CoreHost } from './core-host.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';
import { misdeeds, PLAN_STEP, type Wire } from './plan-invariants.fixture.js';
import { agenda, map, planned, play, relay, sorted, type Happening, type Step } from './scenario.fixture.js';

/** Time limit that a busy machine stays within. */
const PATIENCE_MS = 1_800_000;
/** `FAULT_SCHEDULES=1000` for the long run. */
const SCHEDULES = Number(process.env['FAULT_SCHEDULES'] ?? 60);
const HORIZON_S = 3_000;
const DAY_S = 86_400;

const WIRES = new Map<number, Wire>([
  [4, { max_s: 400, min_off_s: 0 }],
  [5, { max_s: 300, min_off_s: 20 }],
  [18, { max_s: 200, min_off_s: 0, excludes: 19 }],
  [19, { max_s: 200, min_off_s: 0, excludes: 18 }],
]);
const farm = map(
  1,
  [...WIRES].map(([pin, { max_s, min_off_s }]) => relay(pin, max_s, min_off_s)),
  [{ kind: 'exclusive', pins: [18, 19] }],
);

const pin = fc.constantFrom(...WIRES.keys());
const seconds = (ms: number): Happening => ({ kind: 'pass', ms: ms * 1000, step: PLAN_STEP });
const newRun = (span_s: number): fc.Arbitrary<Omit<AgendaRun, 'id'>> =>
  fc
    .record({
      pin,
      at: fc.integer({ min: 5, max: span_s }),
      secs: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 900 })),
      late_s: fc.constantFrom(0, 0, 60, 600),
      link: fc.constantFrom<0 | 1>(0, 0, 0, 1),
    })
    .map(({ at, ...run }) => ({ ...planned('', 4, at, 1), ...run, at: planned('', 4, at, 1).at }));

/** Events of a schedule; an agenda changes the one before it. */
type Event =
  | Happening
  | { kind: 'replan'; keep: number; secs: number; added: Omit<AgendaRun, 'id'>[] }
  | { kind: 'longcut'; days: number };
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 400 }).map(seconds) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 500 }).map((s): Happening => ({ kind: 'reboot', off_ms: s * 1000 })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Happening>({ kind: 'clock', ahead_ms: null }, { kind: 'clock', ahead_ms: 0 }),
  },
  { weight: 2, arbitrary: fc.boolean().map((up): Happening => ({ kind: 'network', up })) },
  { weight: 1, arbitrary: fc.constant<Happening>({ kind: 'untold' }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ pin, on: fc.boolean(), max_s: fc.integer({ min: 5, max: 300 }) })
      .map((order): Happening => ({ kind: 'command', id: '', ttl: 10_000, ...order })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replan' as const),
      keep: fc.nat(0xffff),
      secs: fc.integer({ min: 1, max: 400 }),
      added: fc.array(newRun(HORIZON_S), { maxLength: 4 }),
    }),
  },
);

const concrete = (first: Omit<AgendaRun, 'id'>[], events: readonly Event[]): Happening[] => {
  let next = 0;
  const named = (run: Omit<AgendaRun, 'id'>): AgendaRun => ({ ...run, id: `r${next++}` });
  let runs = first.map(named);
  let rev = 1;
  const happenings: Happening[] = [farm, agenda(rev, runs)];
  for (const [index, item] of events.entries()) {
    if (item.kind === 'replan') {
      const kept = runs.filter((_, place) => (item.keep >> (place % 16)) & 1);
      // One of the kept runs gets another duration.
      runs = [...kept.map((run, place) => (place === 0 ? { ...run, secs: item.secs } : run)), ...item.added.map(named)];
      happenings.push(agenda(++rev, runs));
    } else if (item.kind === 'longcut') {
      happenings.push({ kind: 'network', up: false }, seconds(item.days * DAY_S), { kind: 'network', up: true });
    } else happenings.push(item.kind === 'command' ? { ...item, id: `c${index}` } : item);
  }
  // At the end all faults are gone and all runs are over.
  return [...happenings, { kind: 'clock', ahead_ms: 0 }, { kind: 'network', up: true }, seconds(HORIZON_S + 1_600)];
};

const schedule = fc
  .tuple(fc.array(newRun(HORIZON_S), { maxLength: 10 }), fc.array(event, { minLength: 3, maxLength: 25 }))
  .map(([first, events]) => concrete(first, events));
const cutOff = fc
  .tuple(fc.array(newRun(3 * DAY_S), { minLength: 20, maxLength: 100 }), fc.array(event, { maxLength: 5 }))
  .map(([first, events]) => concrete(first, [...events, { kind: 'longcut', days: 3 }]));

/** Runs that one power cut ended together have no order among them. */
const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);

/** What both kinds of board must agree on; the observed length of a run before a power cut depends on their samples, so it is left out. */
const doings = (steps: readonly Step[]): unknown =>
  steps.map(({ at, answers, changes, runs }) => ({
    at,
    answers,
    changes: sorted(changes),
    runs: runs.map((run) => (run.end === 'power' ? { ...run, secs: null } : run)).sort(byId),
  }));

describe('plans, whatever fails', () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  const bothDoWell = async (happenings: Happening[]): Promise<void> => {
    const simulated = await play(new SimulatedDevice(), happenings);
    await host.fresh();
    const firmware = await play(new FirmwareDevice(host), happenings);
    expect(misdeeds(simulated, WIRES)).toEqual([]);
    expect(misdeeds(firmware, WIRES)).toEqual([]);
    expect(doings(firmware)).toEqual(doings(simulated));
  };

  it(
    'no switch is on past its limit, no interlock is broken, no run happens twice, and each due one in time',
    () => fc.assert(fc.asyncProperty(schedule, bothDoWell), { numRuns: SCHEDULES }),
    PATIENCE_MS,
  );

  it(
    'nor with the link cut for three days',
    () => fc.assert(fc.asyncProperty(cutOff, bothDoWell), { numRuns: Math.ceil(SCHEDULES / 100) }),
    PATIENCE_MS,
  );
});
