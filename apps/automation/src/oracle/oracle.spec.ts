import { compare } from './compare.js';
import { ZONES } from './random-program.js';

describe('the expansion of programs', () => {
  it('agrees with a day-by-day reading of the rules, for 100 random programs over 400 days', () => {
    const { difference, runs } = compare(100, 20_271_031, ZONES.slice(2, 7));
    expect(difference).toBeNull();
    expect(runs).toBeGreaterThan(10_000);
  });
});
