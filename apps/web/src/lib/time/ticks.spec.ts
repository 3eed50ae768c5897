import { dayStart, tickLabel, ticksOf, stepOf } from './ticks.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('marks of a time axis', () => {
  it.each([
    ['America/Mexico_City', '2026-03-07T06:00:00Z', [24, 24, 24]],
    ['America/Tijuana', '2026-03-07T08:00:00Z', [24, 23, 24]],
    ['America/Ciudad_Juarez', '2026-03-07T07:00:00Z', [24, 23, 24]],
    ['America/Tijuana', '2026-10-31T07:00:00Z', [24, 25, 24]],
    ['UTC', '2026-03-07T00:00:00Z', [24, 24, 24]],
    ['Asia/Kolkata', '2026-03-06T18:30:00Z', [24, 24, 24]],
  ])('of days stand at the midnights of %s', (timeZone, first, hoursPart) => {
    const desde = Date.parse(first);
    const all = ticksOf(desde, desde + 3 * DAY + HOUR, DAY, timeZone);
    expect(all[0]).toBe(desde);
    expect(all.slice(1).map((ts, i) => (ts - all[i]!) / HOUR)).toEqual(hoursPart);
    expect(all.every((ts) => /^\d\d\/\d\d$/.test(tickLabel(ts, DAY, timeZone)))).toBe(true);
  });

  it('of hours are round hours of the zone, a half-hour zone too, and name the day where it begins', () => {
    const desde = Date.parse('2026-06-10T12:00:00Z');
    const all = ticksOf(desde, desde + 12 * HOUR, 3 * HOUR, 'Asia/Kolkata');
    expect(all.map((ts) => tickLabel(ts, 3 * HOUR, 'Asia/Kolkata'))).toEqual(['18:00', '21:00', '11/06', '03:00']);
  });

  it('never stand twice at one instant where clocks skip an hour', () => {
    const desde = Date.parse('2026-03-08T08:00:00Z');
    const all = ticksOf(desde, desde + 6 * HOUR, HOUR, 'America/Tijuana');
    expect(all.map((ts) => (ts - desde) / HOUR)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('are as many as there is room for', () => {
    for (const dias of [1, 7, 30, 365, 4_000])
      expect((dias * DAY) / stepOf(0, dias * DAY, 8)).toBeLessThanOrEqual(dias === 4_000 ? 67 : 8);
  });
});

describe('the days of a zone', () => {
  it('begin at its midnight, also where the clocks change', () => {
    const noon = Date.parse('2026-03-08T12:00:00-07:00');
    expect(dayStart(noon, 'America/Los_Angeles')).toBe(Date.parse('2026-03-08T00:00:00-08:00'));
    expect(dayStart(noon, 'America/Los_Angeles', 1)).toBe(Date.parse('2026-03-09T00:00:00-07:00'));
    expect(dayStart(noon, 'America/Los_Angeles', -1)).toBe(Date.parse('2026-03-07T00:00:00-08:00'));
  });
});
