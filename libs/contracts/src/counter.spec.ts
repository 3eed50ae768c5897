import fc from 'fast-check';
import { COUNTER_RULE, type CounterPoint, type CounterRule, judgeCounter } from './counter.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** One sample a minute. */
const every = (values: readonly number[], step = MINUTE): CounterPoint[] =>
  values.map((value, i) => ({ ts: i * step, value }));
const rises = (points: readonly CounterPoint[]): number[] =>
  judgeCounter(points).map(({ rise }) => Number(rise.toFixed(3)));
const total = (points: readonly CounterPoint[]): number =>
  Number(
    judgeCounter(points)
      .reduce((sum, { rise }) => sum + rise, 0)
      .toFixed(3),
  );
const verdicts = (points: readonly CounterPoint[]): string =>
  judgeCounter(points)
    .map(({ verdict }) => verdict[0])
    .join('');

describe('what a counter counted', () => {
  it.each<[string, number[], number, string]>([
    ['what it rose', [10, 12, 12, 15], 5, 'cccc'],
    ['nothing for a value rounded down, and nothing twice', [544_587.493, 544_587, 544_588.2], 0.707, 'ccc'],
    ['nothing on the way back to where it was', [1_000, 999.5, 999.5, 999.8, 1_000, 1_000.4], 0.4, 'cccccc'],
    ['nothing for one 0 in between', [100_000, 0, 100_003], 3, 'cgc'],
    ['nothing for two low values in between', [100_000, 0, 7, 100_003], 3, 'cggc'],
    ['the value since 0 where it stays low', [100_000, 0, 2, 5, 9], 9, 'cbccc'],
    ['the value since 0 where the first sample is no 0', [100_000, 40, 41, 42], 42, 'cbcc'],
    ['nothing yet where the next samples have not come', [100_000, 100_004, 0, 2], 4, 'ccuu'],
    ['nothing for a value too high', [1_000, 1_001, 9e6, 1_002, 1_003, 1_004], 4, 'ccgccc'],
    ['nothing for two values too high', [1_000, 9e6, 9e6, 1_002, 1_003, 1_004], 4, 'cggccc'],
    ['nothing for an old value between new ones', [1_000, 0, 1, 2, 1_000, 3, 4, 5], 5, 'cbccgccc'],
    ['nothing where it is 0 for long and comes back', [70_000, 0, 0, 0, 0, 0, 70_004], 4, 'cgggggc'],
    ['both ways of a counter that begins anew twice', [50, 1, 3, 9, 0, 2, 4], 13, 'cbccbcc'],
    ['a little counter that begins anew in each sample run', [9, 1, 2, 3, 8, 9, 10], 10, 'cbccccc'],
    ['nothing for what nothing came before', [7], 0, 'c'],
    ['nothing without samples', [], 0, ''],
  ])('is %s', (_what, values, counted, judged) => {
    expect([total(every(values)), verdicts(every(values))]).toEqual([counted, judged]);
  });

  it('gives each rise to the time since the last value that counted', () => {
    const steps = judgeCounter(every([100_000, 0, 100_006]));
    expect(steps.map(({ from, ts, rise }) => [from, ts, rise])).toEqual([
      [0, 0, 0],
      [0, MINUTE, 0],
      [0, 2 * MINUTE, 6],
    ]);
  });

  it('holds for points that stand for many samples', () => {
    const [high, low] = [every([5_000, 5_010]), { ts: 10 * MINUTE, value: 3, n: 30 }];
    expect(verdicts([...high, low])).toBe('ccb');
    expect(rises([...high, low, { ts: 11 * MINUTE, value: 4 }])).toEqual([0, 10, 3, 1]);
    expect(
      verdicts([...every([1_000]), { ts: MINUTE, value: 9e6, n: 30 }, { ts: 2 * MINUTE, value: 1_001, n: 3 }]),
    ).toBe('ccb');
  });

  it('forgets where it was after a day below, so that a counter set back goes on', () => {
    expect(rises(every([1_000, 950, 960, 970, 980, 990], DAY / 2))).toEqual([0, 0, 0, 0, 0, 10]);
  });

  it('takes a counter that climbs back over hours for one that began anew', () => {
    expect(total(every([9_000, 0, 300, 2_000, 5_000, 9_200], MINUTE * 90))).toBe(9_200);
  });

  it('has its numbers from the rule, so that another counter may have others', () => {
    const rule = { ...COUNTER_RULE, share: 0.5, confirming: 2 };
    expect(judgeCounter(every([100, 60, 101, 20, 21]), rule).map(({ verdict }) => verdict)).toEqual([
      'count',
      'count',
      'count',
      'beginning',
      'count',
    ]);
  });

  it('counts exactly what a counter rose, whatever single values in it are broken or rounded', () => {
    const series = fc.array(fc.tuple(fc.nat(5_000), fc.constantFrom('', '', '', '', 'zero', 'high', 'round')), {
      minLength: 12,
      maxLength: 80,
    });
    fc.assert(
      fc.property(series, (list) => {
        let counter = 200_000;
        let broken = -9;
        const points = list.map(([rise, kind], i) => {
          counter += rise;
          // A broken value needs sound ones around it.
          const here = i > 3 && i < list.length - 4 && i - broken > 4 ? kind : '';
          if (here === 'zero' || here === 'high') broken = i;
          const value =
            { '': counter, zero: 0, high: counter * 50, round: Math.floor(counter / 10) * 10 }[here] ?? counter;
          return { ts: i * 10_000, value };
        });
        expect(total(points)).toBe(points.at(-1)!.value - points[0]!.value);
        expect(judgeCounter(points).every(({ rise }) => rise >= 0)).toBe(true);
      }),
    );
  });

  describe('with a declared wrap', () => {
    const rule = { ...COUNTER_RULE, wrap: 65_536 };
    const stepsOf = (values: readonly number[], declared: CounterRule = rule) =>
      judgeCounter(
        values.map((value, i) => ({ ts: i * 10_000, value })),
        declared,
      ).map(({ rise, verdict }) => [rise, verdict]);

    it('goes on over it, and without one begins anew', () => {
      const values = [65_000, 65_500, 100, 200, 300];
      expect(stepsOf(values)).toEqual([
        [0, 'count'],
        [500, 'count'],
        [136, 'count'],
        [100, 'count'],
        [100, 'count'],
      ]);
      expect(stepsOf(values, COUNTER_RULE)[2]).toEqual([100, 'beginning']);
    });

    it('begins anew where it fell from far below it, and leaves out a short fall', () => {
      expect(stepsOf([30_000, 100, 200, 300])[1]).toEqual([100, 'beginning']);
      expect(stepsOf([65_500, 0, 65_510, 65_520, 65_530]).map(([rise]) => rise)).toEqual([0, 0, 10, 10, 10]);
    });

    it('counts exactly what was counted over any number of wraps', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(2_000), { minLength: 4, maxLength: 200 }), (rises) => {
          let counter = 64_000;
          const values = [counter, ...rises.map((rise) => (counter += rise) % rule.wrap)];
          const settled = [...values, ...Array<number>(COUNTER_RULE.confirming).fill(values.at(-1)!)];
          const sum = stepsOf(settled).reduce((all, [rise]) => all + Number(rise), 0);
          expect(sum).toBe(counter - 64_000);
        }),
      );
    });
  });
});
