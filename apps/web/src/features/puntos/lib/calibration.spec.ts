import { lineThrough, rawOf } from './calibration.js';

it('finds the reading of a value, and the factor and sum of two', () => {
  expect(rawOf(31.2, { a: 30, b: -10 })).toBe(1.3733);
  const line = lineThrough([
    { lectura: 0.6, valor: 0 },
    { lectura: 3, valor: 10 },
  ]);
  expect(line).toEqual({ a: 4.166667, b: -2.5 });
});

it('finds none through one reading, nor where both are the same value', () => {
  const [one, other] = [
    { lectura: 1, valor: 5 },
    { lectura: 2, valor: 5 },
  ] as const;
  expect(lineThrough([one, { ...one, valor: 7 }])).toBeNull();
  expect(lineThrough([one, other])).toBeNull();
});
