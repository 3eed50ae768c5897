import { isExpired } from './vencimiento.js';

describe('the expiry of a device', () => {
  // 03:00 UTC on the 2nd is still the evening of the 1st in Mexico City, and already noon of the 2nd in Tokyo.
  const now = new Date('2026-03-02T03:00:00Z');

  it.each([
    ['2026-03-01', 'America/Mexico_City', 0],
    ['2026-02-28', 'America/Mexico_City', 1],
    ['2026-03-01', 'Asia/Tokyo', 1],
    ['2026-03-02', 'Asia/Tokyo', 0],
    ['2026-03-01', 'UTC', 1],
    [null, 'UTC', 0],
  ])('%s in %s is past: %i', (fecha, zona, past) => {
    expect(isExpired(fecha, zona, now)).toBe(past);
  });
});
