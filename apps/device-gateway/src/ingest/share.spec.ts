import fc from 'fast-check';
import { Share, TRICKLE } from './share.js';

const T0 = Date.UTC(2026, 0, 5, 6);
const limits = { rate: 10, burst: 100, day: 1_000 };

describe('what a sender may send', () => {
  it('passes at once while the reserve lasts, then at the sustained rate', () => {
    const share = new Share(limits, T0);
    share.take(99, T0);
    expect(share.wait(T0)).toBe(0);
    share.take(21, T0);
    expect(share.wait(T0)).toBe(2_100);
    expect(share.wait(T0 + 2_100)).toBe(0);
  });

  it('passes at a trickle once the day is used up, and at full speed again the next day', () => {
    const share = new Share(limits, T0);
    share.take(1_000, T0);
    expect(share.wait(T0)).toBe(901_000 / TRICKLE);
    expect(share.wait(T0 + 86_400_000)).toBe(0);
    expect(share.today).toBe(0);
  });

  it('knows what other instances took', () => {
    const share = new Share(limits, T0);
    share.take(50, T0);
    expect(share.handOver()).toBe(50);
    share.learn(1_000, Math.floor(T0 / 86_400_000));
    expect(share.today).toBe(1_000);
    share.take(60, T0);
    expect(share.wait(T0)).toBeGreaterThan(10_000);
  });

  it('never lets more through than reserve, rate and one message allow', () => {
    const message = fc.record({ records: fc.integer({ min: 1, max: 40 }), after_ms: fc.nat(3_000) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 80 }), (messages) => {
        const share = new Share({ ...limits, day: 1e9 }, T0);
        let now = T0;
        let passed = 0;
        for (const { records, after_ms } of messages) {
          now += after_ms + share.wait(now + after_ms);
          share.take(records, now);
          passed += records;
        }
        expect(passed).toBeLessThanOrEqual(limits.burst + ((now - T0) / 1_000) * limits.rate + 40);
      }),
    );
  });
});
