import fc from 'fast-check';
import { follow, type Sesion } from './frame-counter.js';

const T0 = 1_700_000_000_000;
const HOUR = 3_600_000;

/** How many uplinks are missing after these, each [counter, hours]. */
const lostOf = (uplinks: readonly (readonly [number, number])[]): number => {
  let sesion: Sesion | null = null;
  let lost = 0;
  for (const [f_cnt, hours] of uplinks) {
    const heard = follow(sesion, f_cnt, T0 + hours * HOUR);
    sesion = heard.sesion;
    lost += heard.lost;
  }
  return lost;
};

describe('the frame counter of a node', () => {
  it('tells what was sent and did not come', () => {
    expect(
      lostOf([
        [7, 0],
        [8, 1],
        [9, 2],
      ]),
    ).toBe(0);
    expect(
      lostOf([
        [7, 0],
        [10, 3],
        [12, 5],
      ]),
    ).toBe(3);
  });

  it('takes back what came late', () => {
    expect(
      lostOf([
        [7, 0],
        [10, 3],
        [8, 1],
      ]),
    ).toBe(1);
  });

  it('that begins anew, or leaps, loses nothing', () => {
    expect(
      lostOf([
        [4_000, 0],
        [0, 1],
        [1, 2],
        [3, 4],
      ]),
    ).toBe(1);
    expect(
      lostOf([
        [1, 0],
        [60_000, 1],
      ]),
    ).toBe(0);
    // Of before the node joined again.
    expect(
      lostOf([
        [0, 10],
        [1, 11],
        [3_999, 9],
      ]),
    ).toBe(0);
  });

  it('counts the same gaps in whatever order uplinks come', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 });
    const shuffled = numbers.chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));
    fc.assert(
      fc.property(shuffled, (list) => {
        const gaps = Math.max(...list) - Math.min(...list) + 1 - list.length;
        expect(lostOf(list.map((f_cnt) => [f_cnt, f_cnt] as const))).toBe(gaps);
      }),
    );
  });
});
