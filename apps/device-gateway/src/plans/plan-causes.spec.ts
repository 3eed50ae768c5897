import type { ReglaDePlaca } from '@acequia/contracts';
import { ruleExplains } from './plan-causes.js';

const NOW = 1_795_500_000_000;
const rule = { pin: 4, hold_s: 900 } as ReglaDePlaca;
const ofPerson = { pin: 4, held: true };

describe('a rule as the cause of what a pin does', () => {
  it('counts once the order has had its time', () => {
    expect(ruleExplains({ rules: [rule] }, { ...ofPerson, since: NOW - 899_000 }, NOW)).toBe(false);
    expect(ruleExplains({ rules: [rule] }, { ...ofPerson, since: NOW - 900_000 }, NOW)).toBe(true);
  });

  it('counts at once where the system gave the order', () => {
    expect(ruleExplains({ rules: [rule] }, { ...ofPerson, held: false, since: NOW - 1_000 }, NOW)).toBe(true);
    expect(ruleExplains({ rules: [] }, { ...ofPerson, held: false, since: NOW - 1_000 }, NOW)).toBe(false);
  });
});
