import { type Judged, judge } from './power-judge.js';

/** Numbers that are the same in each run. */
const random = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
/** Near 1, with a deviation of `share`. */
const noisy = (next: () => number, share: number): number =>
  1 + (Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, 0) - 6) * share;

const after = (values: readonly number[]): Judged => {
  const [first = 0, ...rest] = values;
  return rest.reduce((known, value) => judge(known, value), judge(null, first));
};

it('finds nothing odd in a pump that strays as pumps do, in 10,000 turns', () => {
  const next = random(1);
  let known = judge(null, 8);
  let odd = 0;
  for (let turn = 0; turn < 10_000; turn += 1) {
    known = judge(known, 8 * noisy(next, 0.025));
    if (known.estado !== 'bien') odd += 1;
  }
  expect(odd).toBeLessThan(10);
});

it('tells a quarter less or more at the first turn, once five turns were seen, and does not learn it', () => {
  const usual = [8, 8.1, 7.9, 8.05, 7.95];
  expect(after([...usual.slice(1), 6]).estado).toBe('bien');
  expect(after([...usual, 6])).toMatchObject({ estado: 'menos', observaciones: 5, raros: 1 });
  expect(after([...usual, 10]).estado).toBe('mas');
  expect(after([...usual, 6, 8])).toMatchObject({ estado: 'bien', observaciones: 6, raros: 0 });
});

it('takes for usual what stays', () => {
  const changed = Array.from({ length: 10 }, () => 6);
  expect(after([8, 8, 8, 8, 8, ...changed.slice(1)]).estado).toBe('menos');
  expect(after([8, 8, 8, 8, 8, ...changed])).toMatchObject({ estado: 'bien', media: 6 });
});
