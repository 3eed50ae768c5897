import { hasExpired } from './expiry.js';

describe('expiry', () => {
  // 22 November, 04:30 UTC: still the 21st in Mexico City.
  const now = new Date('2026-11-22T04:30:00Z');

  it('lets the day itself count, in the zone of the company', () => {
    expect(hasExpired('2026-11-21', 'America/Mexico_City', now)).toBe(false);
    expect(hasExpired('2026-11-21', 'Europe/Madrid', now)).toBe(true);
  });

  it('has passed once the next day begins', () => {
    expect(hasExpired('2026-11-20', 'America/Mexico_City', now)).toBe(true);
    expect(hasExpired('2026-11-22', 'America/Mexico_City', now)).toBe(false);
  });
});
