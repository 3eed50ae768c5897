import { imbalance } from './imbalance.js';

describe('phase imbalance', () => {
  it('is the largest distance from the mean, in per cent of it', () => {
    expect(imbalance([230, 220, 210])).toBeCloseTo(4.545, 3);
    expect(imbalance([10, 10, 10])).toBe(0);
  });

  it('is unknown when a phase is unknown, and when nothing flows', () => {
    expect(imbalance([230, null, 210])).toBeNull();
    expect(imbalance([230, undefined, 210])).toBeNull();
    expect(imbalance([0, 0, 0])).toBeNull();
  });
});
