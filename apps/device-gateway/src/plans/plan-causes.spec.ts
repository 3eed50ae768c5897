import type { ReglaDePlaca } from '@acequia/contracts';
import { plansExplain } from './plan-causes.js';

const NOW = 1_795_500_000_000;
const at = NOW / 1_000 - 60;
const run = { id: 'r', pin: 4, at, secs: 600, late_s: 300, link: 0 } as const;
const rule = { pin: 4, hold_s: 900 } as ReglaDePlaca;
const on = { pin: 4, on: true, held: true };

describe('a plan as the cause of what a pin does', () => {
  it('is a run that began after the order', () => {
    expect(plansExplain({ runs: [run], rules: [] }, { ...on, since: NOW - 3_600_000 }, NOW)).toBe(true);
    expect(plansExplain({ runs: [run], rules: [] }, { ...on, pin: 5, since: NOW - 3_600_000 }, NOW)).toBe(false);
    expect(plansExplain({ runs: [run], rules: [] }, { ...on, on: false, since: NOW - 3_600_000 }, NOW)).toBe(false);
  });

  it('is no run that is still to come, nor one that could not start after the order', () => {
    expect(plansExplain({ runs: [{ ...run, at: at + 120 }], rules: [] }, { ...on, since: NOW - 3_600_000 }, NOW)).toBe(
      false,
    );
    expect(plansExplain({ runs: [{ ...run, late_s: 0 }], rules: [] }, { ...on, since: NOW - 30_000 }, NOW)).toBe(false);
  });

  it('is a rule once the order has had its time', () => {
    expect(plansExplain({ runs: [], rules: [rule] }, { ...on, since: NOW - 899_000 }, NOW)).toBe(false);
    expect(plansExplain({ runs: [], rules: [rule] }, { ...on, since: NOW - 900_000 }, NOW)).toBe(true);
    expect(plansExplain({ runs: [], rules: [rule] }, { ...on, on: false, since: NOW - 900_000 }, NOW)).toBe(true);
  });

  it('is a rule at once where the system gave the order', () => {
    expect(plansExplain({ runs: [], rules: [rule] }, { ...on, held: false, since: NOW - 1_000 }, NOW)).toBe(true);
    expect(plansExplain({ runs: [], rules: [] }, { ...on, held: false, since: NOW - 1_000 }, NOW)).toBe(false);
  });
});
