import fc from 'fast-check';
import { restLeft } from './rest-rules.js';

const NOW = 1_800_000_000_000;
const off = (ago_s: number) => ({ on: false, ts: NOW, offSince: NOW - ago_s * 1_000 });

describe('the pause after an OFF', () => {
  it('counts from when the board went off, whoever turned it off', () => {
    expect(restLeft(60, { seen: off(10), offSent: null }, NOW)).toBe(50);
    expect(restLeft(60, { seen: off(10), offSent: NOW - 11_000 }, NOW)).toBe(50);
    expect(restLeft(60, { seen: off(61), offSent: null }, NOW)).toBe(0);
  });

  it('counts from the OFF that left, until the board has said anything since', () => {
    const seen = { on: true, ts: NOW - 30_000, offSince: null };
    expect(restLeft(60, { seen, offSent: NOW - 5_000 }, NOW)).toBe(55);
    expect(restLeft(60, { seen: null, offSent: NOW - 5_000 }, NOW)).toBe(55);
  });

  it('does not hold a switch that is on, or that was off all along', () => {
    expect(restLeft(60, { seen: { on: true, ts: NOW, offSince: null }, offSent: NOW - 5_000 }, NOW)).toBe(0);
    expect(restLeft(60, { seen: null, offSent: null }, NOW)).toBe(0);
  });

  it('is not prolonged by an OFF to what is off already', () => {
    expect(restLeft(60, { seen: off(300), offSent: NOW - 1_000 }, NOW)).toBe(0);
  });

  it('is never longer than the minimum, whichever clock runs ahead', () => {
    const time = fc.integer({ min: NOW - 600_000, max: NOW + 600_000 });
    const seen = fc.option(fc.record({ on: fc.boolean(), ts: time, offSince: fc.option(time) }));
    fc.assert(
      fc.property(fc.nat(600), seen, fc.option(time), (min_s, known, offSent) => {
        const left = restLeft(min_s, { seen: known, offSent }, NOW);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(min_s);
      }),
    );
  });
});
