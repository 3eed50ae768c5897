import { CAPABILITIES } from '@acequia/board-protocol';
import {
  answers,
  BOARDS,
  bothBoards,
  changes,
  cool,
  farm,
  onFor,
  outcomes,
  pair,
  PATIENCE_MS,
  says,
} from './both-boards.fixture.js';
import {
  agenda,
  away,
  back,
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

const clock = (ahead_ms: number | null): Happening => ({ kind: 'clock', ahead_ms });

const play = bothBoards();

describe.each(BOARDS)('a board with plans: %s', (name) => {
  const run = (...happenings: Happening[]): Promise<Step[]> => play(name, happenings);

  describe('its pin map', () => {
    it('is newer with another epoch, whatever its rev', async () => {
      const restored = map(2, [relay(5, 60)], [], { epoch: 9 });
      const steps = await run(map(7, [relay(4, 60)], [], { epoch: 8 }), restored, on('a', 4), on('b', 5));
      expect(answers(steps)).toEqual(['unknown_pin', { 5: 1 }]);
      expect(steps.at(-1)?.status).toMatchObject({ revs: { config: 2 }, epochs: { config: 9 } });
    });

    it('holds an ON back until its relay has rested, and never an OFF', async () => {
      const rested = map(1, [relay(4, 60, 30)]);
      const steps = await run(
        rested,
        on('a', 4),
        off('b', 4),
        pass(29.75),
        on('c', 4),
        pass(0.25),
        on('d', 4),
        off('e', 4),
      );
      expect(answers(steps)).toEqual([{ 4: 1 }, { 4: 0 }, 'min_off', { 4: 1 }, { 4: 0 }]);
    });

    it('lets a relay rest after a cut of power: nobody knows how long it was off', async () => {
      const steps = await run(map(1, [relay(4, 60, 30)]), on('a', 4), cut(5), on('b', 4), pass(30), on('c', 4));
      expect(answers(steps)).toEqual([{ 4: 1 }, 'min_off', { 4: 1 }]);
    });

    it('turns off what gets locked, and refuses its ON until it is not', async () => {
      const locked = map(2, [relay(4, 60)], [], { locked: [4] });
      const steps = await run(
        map(1, [relay(4, 60)]),
        on('a', 4),
        pass(1),
        locked,
        on('b', 4),
        off('c', 4),
        cut(1),
        on('d', 4),
      );
      expect(answers(steps)).toEqual([{ 4: 1 }, 'locked', { 4: 0 }, 'locked']);
      expect(changes(steps)).toEqual([
        [0, 4, 1],
        [1_000, 4, 0],
      ]);
    });
  });

  describe('its agenda', () => {
    it('happens at its time, ends, and is reported once', async () => {
      const steps = await run(farm, agenda(1, [planned('a', 4, 10, 20), planned('b', 5, 15, 5)]), pass(60), pass(60));
      expect(changes(steps)).toEqual([
        [10_000, 4, 1],
        [15_000, 5, 1],
        [20_000, 5, 0],
        [30_000, 4, 0],
      ]);
      expect(outcomes(steps)).toEqual([
        ['b', 15, 5, 'done'],
        ['a', 10, 20, 'done'],
      ]);
    });

    it('says what it can and which versions it has', async () => {
      const steps = await run(farm, agenda(3, []), rules(4, cool()));
      expect(steps.at(-1)?.status).toMatchObject({
        can: [...CAPABILITIES],
        revs: { config: 1, agenda: 3, control: 4 },
        epochs: { config: 0, agenda: 1, control: 1 },
      });
    });

    it(
      'goes on for three days without a link, also over a cut of power, and not after its end',
      async () => {
        const daily = [0, 1, 2, 3].map((day) => planned(`d${day}`, 4, day * 86_400 + 3_600, 60));
        const days = (count: number): Happening => ({ kind: 'pass', ms: count * 86_400_000, step: 500 });
        const happenings = [farm, agenda(1, daily), away, days(1.5), cut(60), days(2.5), back];
        const steps = await run(...happenings);
        expect(onFor(steps, 4)).toEqual([60_000, 60_000, 60_000]);
        // The power cut shifts the scenario's time, not the true time.
        expect(outcomes(steps)).toEqual([
          ['d0', 3_600, 60, 'done'],
          ['d1', 86_400 + 3_600, 60, 'done'],
          ['d2', 2 * 86_400 + 3_600, 60, 'done'],
          ['d3', null, 0, 'late'],
        ]);
      },
      PATIENCE_MS,
    );

    it('starts a run that needs the link only while that is there', async () => {
      const linked = [planned('a', 4, 10, 5, { link: 1 }), planned('b', 5, 30, 5, { link: 1, late_s: 20 })];
      const steps = await run(farm, agenda(1, linked), away, pass(40), back, pass(20));
      expect(outcomes(steps)).toEqual([
        ['a', null, 0, 'late'],
        ['b', 40, 5, 'done'],
      ]);
    });

    it('starts nothing while it does not know the time, and says so', async () => {
      const runs = [planned('a', 4, 10, 5), planned('b', 5, 10, 5, { late_s: 30 })];
      const steps = await run(farm, agenda(1, runs), clock(null), pass(30), clock(0), pass(20));
      expect(outcomes(steps)).toEqual([
        ['a', null, 0, 'clock'],
        ['b', 30, 5, 'done'],
      ]);
    });

    it('ends a run that the power was cut in, tells how long it ran, and does not repeat it', async () => {
      const runs = [planned('a', 4, 10, 60, { late_s: 600 }), planned('b', 5, 75, 5)];
      const steps = await run(farm, agenda(1, runs), pass(40), cut(50), pass(300));
      const [cutShort, missed] = outcomes(steps) as [unknown[], unknown[]];
      expect(cutShort.filter((_, index) => index !== 2)).toEqual(['a', 10, 'power']);
      expect(cutShort[2]).toBeGreaterThanOrEqual(18);
      expect(cutShort[2]).toBeLessThanOrEqual(30);
      expect(missed).toEqual(['b', null, 0, 'power']);
      expect(changes(steps)).toEqual([
        [10_000, 4, 1],
        [40_000, 4, 0],
      ]);
    });

    it('keeps what became of a run until its PUBACK, over reboots', async () => {
      const steps = await run(
        farm,
        agenda(1, [planned('a', 4, 10, 5)]),
        away,
        pass(30),
        cut(5),
        { kind: 'untold' },
        cut(5),
        back,
        pass(1),
      );
      expect(outcomes(steps)).toEqual([['a', 10, 5, 'done']]);
    });

    it('is ended by a person who turns the pin off, for this run', async () => {
      const runs = [planned('a', 4, 10, 30), planned('b', 4, 60, 10)];
      const steps = await run(farm, agenda(1, runs), pass(20), off('x', 4), pass(60));
      expect(outcomes(steps)).toEqual([
        ['a', 10, 10, 'off'],
        ['b', 60, 10, 'done'],
      ]);
      expect(onFor(steps, 4)).toEqual([10_000, 10_000]);
    });

    it('is ended by an OFF in the name of the system as well; the next run and the rules go on after it', async () => {
      const nobodys: Happening = { ...off('x', 4), max_s: 1 } as Happening;
      const runs = [planned('a', 4, 10, 30), planned('b', 4, 60, 10)];
      const steps = await run(farm, agenda(1, runs), pass(20), nobodys, pass(60));
      expect(outcomes(steps)).toEqual([
        ['a', 10, 10, 'off'],
        ['b', 60, 10, 'done'],
      ]);
      const ruled = await run(farm, rules(1, cool()), says(30), agenda(1, runs), pass(110), nobodys, pass(29), pass(2));
      expect(ruled.slice(5).map((step) => step.changes.length)).toEqual([1, 0, 1]);
    });

    it('and a person who turns the pin on: it lasts to the later of both ends', async () => {
      const longer = await run(farm, agenda(1, [planned('a', 4, 10, 30)]), pass(20), on('x', 4, 60), pass(100));
      expect(onFor(longer, 4)).toEqual([70_000]);
      expect(outcomes(longer)).toEqual([['a', 10, 30, 'done']]);
      const shorter = await run(farm, agenda(1, [planned('a', 4, 10, 30)]), pass(20), on('x', 4, 5), pass(100));
      expect(onFor(shorter, 4)).toEqual([30_000]);
      const before = await run(farm, on('x', 4, 20), agenda(1, [planned('a', 4, 10, 30)]), pass(100));
      expect(onFor(before, 4)).toEqual([40_000]);
    });

    it('has two runs of one pin as one time on, each told as itself', async () => {
      const runs = [planned('a', 4, 10, 30), planned('b', 4, 20, 40), planned('c', 4, 60, 10)];
      const steps = await run(farm, agenda(1, runs), pass(100));
      expect(onFor(steps, 4)).toEqual([60_000]);
      expect(outcomes(steps)).toEqual([
        ['a', 10, 30, 'done'],
        ['b', 20, 40, 'done'],
        ['c', 60, 10, 'done'],
      ]);
    });

    it('stays within the longest time on, over several runs too', async () => {
      const runs = [planned('a', 4, 10, 300), planned('b', 5, 10, 100), planned('c', 5, 100, 100)];
      const steps = await run(farm, agenda(1, runs), pass(400));
      expect(onFor(steps, 4)).toEqual([120_000]);
      expect(onFor(steps, 5)).toEqual([120_000]);
      expect(outcomes(steps)).toEqual(
        expect.arrayContaining([
          ['a', 10, 120, 'limit'],
          ['b', 10, 100, 'done'],
          ['c', 100, 30, 'limit'],
        ]),
      );
    });

    it('waits for an interlock, a lock-out and a rest as long as it may be late', async () => {
      const locked = map(2, [relay(4, 120), relay(5, 120, 30), relay(18, 120), relay(19, 120)], [pair], {
        locked: [4],
      });
      const runs = [
        planned('a', 18, 10, 30),
        planned('b', 19, 20, 10),
        planned('c', 19, 25, 10, { late_s: 30 }),
        planned('d', 4, 10, 10, { late_s: 20 }),
        planned('e', 5, 10, 10),
        planned('f', 5, 30, 10, { late_s: 60 }),
      ];
      const steps = await run(locked, agenda(1, runs), pass(100));
      expect(outcomes(steps)).toEqual(
        expect.arrayContaining([
          ['a', 10, 30, 'done'],
          ['b', null, 0, 'interlock'],
          ['c', 40, 10, 'done'],
          ['d', null, 0, 'locked'],
          ['e', 10, 10, 'done'],
          ['f', 50, 10, 'done'],
        ]),
      );
    });

    it('is ended by a lock-out that comes meanwhile', async () => {
      const locked = map(2, [relay(4, 120)], [], { locked: [4] });
      const steps = await run(farm, agenda(1, [planned('a', 4, 10, 60)]), pass(20), locked, pass(60));
      expect(outcomes(steps)).toEqual([['a', 10, 10, 'locked']]);
    });

    it('is replaced while one runs: what is not in the new one ends, what is goes on as the new one says', async () => {
      const first = [planned('a', 4, 10, 60), planned('b', 5, 10, 60), planned('c', 18, 10, 5)];
      const second = [planned('a', 4, 10, 80), planned('c', 18, 20, 5, { late_s: 600 })];
      const steps = await run(farm, agenda(1, first), pass(30), agenda(2, second), pass(100));
      expect(outcomes(steps)).toEqual([
        ['c', 10, 5, 'done'],
        ['b', 10, 20, 'off'],
        ['a', 10, 80, 'done'],
      ]);
      expect(onFor(steps, 4)).toEqual([80_000]);
    });

    it('ignores a rev that is not higher, and takes any of another epoch', async () => {
      const a = [planned('a', 4, 10, 5)];
      const same = await run(farm, agenda(5, a), agenda(5, []), agenda(4, []), pass(30));
      expect(outcomes(same)).toEqual([['a', 10, 5, 'done']]);
      const restored = await run(farm, agenda(5, a), agenda(1, [planned('b', 5, 10, 5)], 3_600, 2), pass(30));
      expect(outcomes(restored)).toEqual([['b', 10, 5, 'done']]);
    });

    it('happens with a pin map and an agenda from flash, with no network at all', async () => {
      const steps = await run(farm, agenda(1, [planned('a', 4, 60, 10)]), away, cut(10), pass(100), back);
      expect(outcomes(steps)).toEqual([['a', 60, 10, 'done']]);
    });
  });
});
