import { dayIn, isPastDay } from './calendar.js';

describe('the last day of a company or device', () => {
  it('counts to its end in the zone', () => {
    // One minute before midnight in Mexico City, when it is already the next day in UTC.
    expect(isPastDay('2026-03-31', 'America/Mexico_City', new Date('2026-04-01T05:59:00Z'))).toBe(false);
    expect(isPastDay('2026-03-31', 'America/Mexico_City', new Date('2026-04-01T06:00:00Z'))).toBe(true);
    expect(isPastDay('2026-03-31', 'UTC', new Date('2026-04-01T05:59:00Z'))).toBe(true);
  });

  it('never passes where there is none', () => {
    expect(isPastDay(null, 'UTC', Date.now())).toBe(false);
  });

  it('follows the default zone where this Node does not know the zone', () => {
    expect(dayIn('Luna/Copernico', new Date('2026-04-01T05:59:00Z'))).toBe('2026-03-31');
  });
});
