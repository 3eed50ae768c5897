import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { watchClock } from './clock-metrics.js';

describe('watchClock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts jumps of the wall clock, ahead and back, and not the passing of time', async () => {
    const registry = new Registry();
    const told: number[] = [];
    const stop = watchClock(registry, (jump) => told.push(jump));
    jest.advanceTimersByTime(3_600_000);
    expect(told).toEqual([]);
    jest.setSystemTime(Date.now() + 86_400_000);
    jest.advanceTimersByTime(60_000);
    jest.setSystemTime(Date.now() - 3_600_000);
    jest.advanceTimersByTime(60_000);
    expect(told).toEqual([86_400_000, -3_600_000]);
    expect(await registry.metrics()).toMatch(/^acequia_clock_jumps_total 2$/m);
    stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
