import { magnitudOf } from '@acequia/contracts';
import { atLeast, widened } from './least-span.js';

it('draws 0.08 °C as a flat line in the middle of 5 °C', () => {
  const axis = { min: 21.4, max: 21.48 };
  atLeast(magnitudOf('temperatura').eje).afterDataLimits(axis);
  expect(axis.min).toBeCloseTo(18.94);
  expect(axis.max).toBeCloseTo(23.94);
});

it('leaves a span that is wide enough as it is', () =>
  expect(widened({ min: 5, max: 30 }, magnitudOf('temperatura').eje)).toEqual({ min: 5, max: 30 }));
