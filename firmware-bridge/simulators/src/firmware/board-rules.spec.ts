import type { ControlRule } from '@acequia/board-protocol';
import {
  BOARDS,
  bothBoards,
  changes,
  cool,
  farm,
  onFor,
  outcomes,
  pair,
  says,
  SENSOR,
  sensors,
} from './both-boards.fixture.js';
import {
  agenda,
  away,
  cut,
  map,
  off,
  on,
  pass,
  planned,
  relay,
  rules,
  type Happening,
  type Step,
} from './scenario.fixture.js';

const mute: Happening = { kind: 'sensor', pin: SENSOR, reading: null };

const play = bothBoards();

describe.each(BOARDS)('the rules of a board: %s', (name) => {
  const run = (...happenings: Happening[]): Promise<Step[]> => play(name, happenings);

  /** Sensors are read every ten seconds with a tenth of jitter. */
  const SOON = pass(15);
  /** After a boot a rule waits for its relay's rest first. */
  const RESTED = pass(100);

  it('turn on above one value and off at another', async () => {
    const steps = await run(
      farm,
      rules(1, cool()),
      says(27),
      pass(60),
      says(28.1),
      SOON,
      says(26),
      pass(60),
      says(25),
      SOON,
    );
    expect(steps.map((step) => step.changes.map(([, pin, up]) => [pin, up])).flat()).toEqual([
      [4, 1],
      [4, 0],
    ]);
    expect(steps[5]?.changes).toHaveLength(1);
    expect(steps[9]?.changes).toHaveLength(1);
  });

  it('keep their shortest times on and off', async () => {
    const slow = cool({ min_on_s: 60, min_off_s: 90 });
    const steps = await run(farm, RESTED, says(30), rules(1, slow), pass(20), says(20), pass(75), says(30), pass(100));
    const own = changes(steps) as Step['changes'];
    expect(own.map(([, , up]) => up)).toEqual([1, 0, 1]);
    expect(own[1]![0] - own[0]![0]).toBe(60_000);
    expect(own[2]![0] - own[1]![0]).toBe(90_000);
  });

  it.each<[ControlRule['silent'], number[]]>([
    ['off', [1, 0]],
    ['on', [1]],
    ['cycle', [1, 0, 1, 0, 1]],
  ])('with a silent sensor do what they say: %s', async (silent, expected) => {
    const long = map(1, [relay(4, 3_600)], [], { sensors });
    const rule = cool({ silent, min_on_s: 60, min_off_s: 60 });
    const steps = await run(long, RESTED, says(30), rules(1, rule), pass(30), mute, pass(300));
    expect(changes(steps).map((change) => (change as number[])[2])).toEqual(expected);
  });

  it('rest at the longest time on, and start again', async () => {
    const steps = await run(farm, RESTED, says(30), rules(1, cool()), pass(290));
    expect(onFor(steps, 4)).toEqual([120_000, 120_000]);
    const own = changes(steps) as Step['changes'];
    expect(own.map(([, , up]) => up)).toEqual([1, 0, 1, 0]);
    expect(own[2]![0] - own[1]![0]).toBe(30_000);
  });

  it('hold at their hours, and the one with the largest priority decides', async () => {
    // The scenario begins at 18:00 UTC.
    const evening = cool({ id: 'evening', from: 64_860, to: 64_920, priority: 5, on_above: 35, off_at: 30 });
    const steps = await run(farm, says(29), rules(1, cool({ min_on_s: 0 }), evening), pass(50), pass(60), pass(60));
    expect(steps.slice(3).map((step) => step.changes.map(([, , up]) => up))).toEqual([[1], [0], [1]]);
  });

  it.each<[ControlRule['silent'], number[]]>([
    ['off', []],
    ['on', [1]],
    ['cycle', [1]],
  ])('without the time ignore their hours unless silent says off: %s', async (silent, expected) => {
    const night = cool({ from: 0, to: 60, silent, min_on_s: 60 });
    const unset: Happening = { kind: 'clock', ahead_ms: null };
    const steps = await run(farm, RESTED, unset, says(30), rules(1, night), pass(60));
    expect(changes(steps).map((change) => (change as number[])[2])).toEqual(expected);
  });

  it('give way to a person: OFF for an hour or the time it says, ON for its time', async () => {
    const long = map(1, [relay(4, 36_000)], [], { sensors });
    const stopped = await run(long, RESTED, says(30), rules(1, cool()), pass(20), off('a', 4), pass(3_590), pass(20));
    expect(stopped.slice(5).map((step) => step.changes.length)).toEqual([1, 0, 1]);
    const shortly: Happening = { ...off('a', 4), max_s: 60 } as Happening;
    const briefly = await run(long, RESTED, says(30), rules(1, cool()), pass(20), shortly, pass(59), pass(2));
    expect(briefly.slice(5).map((step) => step.changes.length)).toEqual([1, 0, 1]);
    // The system's OFF says a second: the rule rests its shortest time and goes on.
    const nobodys: Happening = { ...off('a', 4), max_s: 1 } as Happening;
    const rested = await run(long, RESTED, says(30), rules(1, cool()), pass(20), nobodys, pass(29), pass(2));
    expect(rested.slice(5).map((step) => step.changes.length)).toEqual([1, 0, 1]);
    const turnedOn = await run(long, RESTED, says(20), rules(1, cool()), pass(20), on('a', 4, 60), pass(59), pass(2));
    expect(turnedOn.slice(5).map((step) => step.changes.length)).toEqual([1, 0, 1]);
  });

  it('do not turn off what a run of the agenda has on, and go on after it without a click', async () => {
    const cold = await run(farm, says(20), rules(1, cool()), agenda(1, [planned('a', 4, 20, 60)]), pass(100));
    expect(onFor(cold, 4)).toEqual([60_000]);
    expect(outcomes(cold)).toEqual([['a', 20, 60, 'done']]);
    const long = map(1, [relay(4, 36_000)], [], { sensors });
    const planned150 = agenda(1, [planned('a', 4, 150, 60)]);
    const hot = await run(long, RESTED, says(30), rules(1, cool()), planned150, pass(20), on('x', 4, 40), pass(200));
    expect(changes(hot)).toHaveLength(1);
    expect(outcomes(hot)).toEqual([['a', 150, 60, 'done']]);
  });

  it('never turn on what is locked or interlocked', async () => {
    const locked = map(1, [relay(4, 120), relay(18, 120), relay(19, 120)], [pair], { sensors, locked: [4] });
    const both = [cool(), cool({ id: 's', pin: 18 }), cool({ id: 'u', pin: 19 })];
    const steps = await run(locked, says(30), rules(1, ...both), pass(100));
    expect((changes(steps) as Step['changes']).map(([, pin, up]) => [pin, up])).toEqual([[18, 1]]);
  });

  it('are kept over a reboot without a network', async () => {
    const steps = await run(farm, rules(1, cool()), away, cut(5), says(30), pass(60));
    expect((changes(steps) as Step['changes']).map(([, pin, up]) => [pin, up])).toEqual([[4, 1]]);
  });
});
