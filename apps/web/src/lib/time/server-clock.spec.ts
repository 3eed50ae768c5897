import { jest } from '@jest/globals';
import { serverNow, setClock } from './server-clock.js';

const HOUR = 3_600_000;
const says = (ms: number): string => new Date(ms).toUTCString();

describe("the server's clock", () => {
  const start = Date.UTC(2026, 10, 21, 12);
  beforeEach(() => void jest.useFakeTimers({ now: start }));
  afterEach(() => {
    setClock(says(Date.now()), Date.now());
    jest.useRealTimers();
  });

  it('is told by the date of an answer, whatever the clock of the phone says', () => {
    setClock(says(start - 2 * HOUR), start - 200);
    expect(Math.abs(serverNow() - (start - 2 * HOUR))).toBeLessThanOrEqual(1_000);
  });

  it('is not told by an answer that is read when the phone wakes, an hour after it came: old states would look fresh', () => {
    jest.setSystemTime(start + HOUR);
    setClock(says(start), start - 200);
    expect(serverNow()).toBe(start + HOUR);
  });

  it('is not told by an answer whose question seems to have left later: the clock was set meanwhile', () => {
    setClock(says(start - HOUR), start + HOUR);
    expect(serverNow()).toBe(start);
  });
});
