import { dayAfter, instantOf, localOf, minuteOfDay, startOfDay } from './zone.js';

const ZONE = 'America/Hermosillo';
const AT = Date.parse('2026-05-10T06:30:00-07:00');

describe('a moment in a zone', () => {
  it('goes into a datetime-local field and comes back', () => {
    expect(localOf(AT, ZONE)).toBe('2026-05-10T06:30');
    expect(instantOf('2026-05-10T06:30', ZONE)).toBe(AT);
    expect(instantOf('', ZONE)).toBeNull();
  });

  it('has its day and its minute of the day', () => {
    expect(startOfDay('2026-05-10', ZONE)).toBe(Date.parse('2026-05-10T00:00:00-07:00'));
    expect(startOfDay('2026-13-10', ZONE)).toBeNull();
    expect(minuteOfDay(AT, ZONE)).toBe(390);
    expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01');
    expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
  });
});
