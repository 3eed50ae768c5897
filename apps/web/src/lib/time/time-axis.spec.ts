import type { Scale } from 'chart.js';
import { timeAxis } from './time-axis.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hasta = Date.parse('2026-06-10T19:12:00Z');

const ticksOf = (range: number, width: number): number[] => {
  const axis = timeAxis({ desde: hasta - range, hasta, timeZone: 'America/Mexico_City', color: '' });
  const scale = { min: axis.min, max: axis.max, chart: { width }, ticks: [] } as unknown as Scale;
  axis.afterBuildTicks(scale);
  return scale.ticks.map(({ value }) => value);
};

describe('a time axis', () => {
  it.each([
    ['twenty-five minutes', 24.5 * 60_000],
    ['a day', DAY],
    ['a week', 7 * DAY],
    ['a month', 30 * DAY],
    ['a year', 365 * DAY],
  ])('has three to five marks for %s on a phone, as far apart as they are in time', (_name, range) => {
    const ticks = ticksOf(range, 340);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(ticks.length).toBeLessThanOrEqual(5);
    const steps = ticks.slice(1).map((one, i) => one - ticks[i]!);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(HOUR);
  });

  it('has more of them on a desk', () => {
    expect(ticksOf(DAY, 1_300).length).toBeGreaterThan(8);
  });
});
