import { longestBridge } from './gaps.js';

const MINUTE = 60_000;
const every = (minutes: number, points: number): number[] =>
  Array.from({ length: points }, (_, i) => i * minutes * MINUTE);

describe('the longest silence that a line crosses', () => {
  it('is longer than the hour of a sensor that speaks once an hour, and shorter than two', () => {
    const bridge = longestBridge(every(60, 24));
    expect(bridge).toBeGreaterThan(60 * MINUTE);
    expect(bridge).toBeLessThan(120 * MINUTE);
  });

  it('is not told by the silence itself: the usual step counts', () => {
    const talkative = every(0.5, 40);
    expect(longestBridge([...talkative, talkative.at(-1)! + 600 * MINUTE])).toBe(5 * MINUTE);
  });

  it('is five minutes where there is nothing to go by', () => {
    expect(longestBridge([])).toBe(5 * MINUTE);
    expect(longestBridge([7])).toBe(5 * MINUTE);
  });
});
