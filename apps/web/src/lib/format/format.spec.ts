import { dayOf, ageOf, dateTimeOf, withSuffix } from './format.js';

describe('dates of the console', () => {
  it('are shown as DD/MM/YYYY HH:mm in the zone asked for', () => {
    expect(dateTimeOf('2026-11-21T05:30:00Z', 'America/Mexico_City')).toBe('20/11/2026 23:30');
    expect(dateTimeOf('2026-11-21T05:30:00Z', 'Asia/Kolkata')).toBe('21/11/2026 11:00');
  });

  it('say midnight as 00, not 24', () => {
    expect(dateTimeOf('2026-11-21T06:00:00Z', 'America/Mexico_City')).toBe('21/11/2026 00:00');
  });

  it('show what cannot be parsed as it is, and nothing as nothing', () => {
    expect(dateTimeOf('ayer', 'UTC')).toBe('ayer');
    expect(dateTimeOf('', 'UTC')).toBe('');
    expect(dateTimeOf(null, 'UTC')).toBe('');
  });

  it('belong to the day of the zone', () => {
    expect(dayOf('2026-11-21T05:30:00Z', 'America/Mexico_City')).toBe('2026-11-20');
  });

  it('belong to no day when they cannot be read', () => {
    expect(dayOf('ayer', 'UTC')).toBeNull();
    expect(dayOf('', 'UTC')).toBeNull();
  });
});

describe('ages', () => {
  const now = 1_800_000_000_000;
  it.each([
    [0, 'hace 0s'],
    [59_999, 'hace 59s'],
    [60_000, 'hace 1m'],
    [59 * 60_000, 'hace 59m'],
    [3 * 3_600_000, 'hace 3h'],
    [3 * 86_400_000, 'hace 3d'],
  ])('%d ms ago reads %s', (age, text) => expect(ageOf(now - age, now)).toBe(text));

  it('of something never heard of is a dash, and a clock that runs ahead is not negative', () => {
    expect(ageOf(null, now)).toBe('—');
    expect(ageOf(now + 4_000, now)).toBe('hace 0s');
  });
});

describe('measures', () => {
  it('carry their suffix, and a missing one is a dash, never a zero', () => {
    expect(withSuffix(21.46, ' °C')).toBe('21.5 °C');
    expect(withSuffix(0, ' %')).toBe('0 %');
    expect(withSuffix(null, ' °C')).toBe('-');
  });
});
