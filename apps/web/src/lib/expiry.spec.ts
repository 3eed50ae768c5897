import { daysUntil } from './expiry.js';

describe('expiry', () => {
  // 22 November, 04:30 UTC: still the 21st in Mexico City.
  const now = new Date('2026-11-22T04:30:00Z');

  it('lets the day itself count, in the zone of the company', () => {
    expect(daysUntil('2026-11-21', 'America/Mexico_City', now)).toBe(0);
    expect(daysUntil('2026-11-21', 'Europe/Madrid', now)).toBe(-1);
  });

  it('has passed once the next day begins, and is so many days away before', () => {
    expect(daysUntil('2026-11-20', 'America/Mexico_City', now)).toBe(-1);
    expect(daysUntil('2026-11-24', 'America/Mexico_City', now)).toBe(3);
  });

  it('counts days, not hours, where a day has 23 or 25 of them', () => {
    expect(daysUntil('2026-10-26', 'Europe/Madrid', new Date('2026-10-24T22:30:00Z'))).toBe(1);
  });
});
