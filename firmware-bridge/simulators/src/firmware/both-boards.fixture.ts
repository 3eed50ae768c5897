import type { ControlRule, InterlockMessage, RunReport } from '@acequia/board-protocol';
import { CoreHost } from './core-host.fixture.js';
import { T0 } from './device.fixture.js';
import { FirmwareDevice } from './firmware-device.fixture.js';
import { SimulatedDevice } from './simulated-device.fixture.js';
import { map, play, relay, sorted, type Happening, type Step } from './scenario.fixture.js';

/** Time limit that a busy machine stays within. */
export const PATIENCE_MS = 600_000;

export const SENSOR = 32;
export const sensors = [{ pin: SENSOR, type: 'dht22' as const, every_s: 10 }];
/** What the sensor of the farm measures, °C. */
export const says = (t: number): Happening => ({ kind: 'sensor', pin: SENSOR, reading: { t, h: 50 } });
/** A rule that cools with the relay at pin 4. */
export const cool = (rest: Partial<ControlRule> = {}): ControlRule => ({
  id: 'r',
  pin: 4,
  sensor: SENSOR,
  value: 't',
  on_above: 28,
  off_at: 25,
  min_on_s: 0,
  min_off_s: 30,
  silent: 'off',
  priority: 1,
  ...rest,
});
export const pair: InterlockMessage = { kind: 'exclusive', pins: [18, 19] };
/** A board with two valves, two relays that exclude each other, and a sensor. */
export const farm = map(
  1,
  [4, 5, 18, 19].map((pin) => relay(pin, 120)),
  [pair],
  { sensors },
);

/** The two implementations that play every scenario. */
export const BOARDS = ['the simulator', 'the firmware core'] as const;
export type BoardName = (typeof BOARDS)[number];

/** Starts the firmware's core for the file's specs. The answer plays a scenario on a new board. */
export const bothBoards = (): ((name: BoardName, happenings: Happening[]) => Promise<Step[]>) => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
  }, PATIENCE_MS);
  afterAll(() => host?.stop());
  return async (name, happenings) => {
    if (name === 'the simulator') return play(new SimulatedDevice(), happenings);
    await host.fresh();
    return play(new FirmwareDevice(host), happenings);
  };
};

export const changes = (steps: readonly Step[]): unknown[] => steps.flatMap((step) => sorted(step.changes));
export const answers = (steps: readonly Step[]): unknown[] =>
  steps.flatMap((step) => step.answers.map((answer) => (answer.ok ? answer.pins : answer.error)));

const begin = (started: RunReport['started']): number | null => (started === null ? null : started - T0 / 1000);
/** Outcomes of runs, with their start in s of the scenario. */
export const outcomes = (steps: readonly Step[]): unknown[] =>
  steps.flatMap(({ runs }) => runs.map(({ id, started, secs, end }) => [id, begin(started), secs, end]));

/** How long a pin was on each time, ms. */
export const onFor = (steps: readonly Step[], pin: number): number[] => {
  const own = (changes(steps) as Step['changes']).filter(([, which]) => which === pin);
  return own.flatMap(([at, , up], index) => {
    const end = own[index + 1];
    return up && end ? [end[0] - at] : [];
  });
};
