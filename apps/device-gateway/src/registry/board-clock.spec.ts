import { BoardClock } from './board-clock.js';

const NOW = 1_795_000_000_000;
const HOUR_MS = 3_600_000;

describe("a board's clock", () => {
  let clock: BoardClock;
  beforeEach(() => (clock = new BoardClock()));

  /** Samples every 10 s of our time; `tsOf` answers the time that each bears. */
  const samples = (seconds: number, tsOf: (now: number) => number): number => {
    let now = NOW;
    for (; now <= NOW + seconds * 1_000; now += 10_000) clock.heard(tsOf(now), now);
    return now;
  };

  it('is unknown before the first sample', () => {
    expect(clock.at(NOW)).toBeNull();
  });

  it('is told best by the sample with the shortest delay', () => {
    for (const delay of [900, 200, 700]) clock.heard(NOW - delay, NOW);
    expect(clock.at(NOW)).toBe(NOW - 200);
  });

  it('may be hours behind, once its samples have been equally late for a minute', () => {
    const now = samples(70, (at) => at - 3 * HOUR_MS);
    expect(clock.at(now)).toBe(now - 3 * HOUR_MS);
  });

  it('is not taken to be behind because of buffered samples that catch up', () => {
    const now = samples(300, (at) => at - 3 * HOUR_MS + (at - NOW) * 10);
    expect(clock.at(now)).toBe(now);
  });

  it('is right again soon after it was set', () => {
    samples(70, (at) => at - 3 * HOUR_MS);
    clock.heard(NOW + 80_000, NOW + 80_000);
    expect(clock.at(NOW + 80_000)).toBe(NOW + 80_000);
  });
});
