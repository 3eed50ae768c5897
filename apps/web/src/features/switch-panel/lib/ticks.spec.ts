import { etiqueta, marcas, pasoDe } from './ticks.js';

const HORA = 3_600_000;
const DIA = 24 * HORA;

describe('marks of a time axis', () => {
  it.each([
    ['America/Mexico_City', '2026-03-07T06:00:00Z', [24, 24, 24]],
    ['America/Tijuana', '2026-03-07T08:00:00Z', [24, 23, 24]],
    ['America/Ciudad_Juarez', '2026-03-07T07:00:00Z', [24, 23, 24]],
    ['America/Tijuana', '2026-10-31T07:00:00Z', [24, 25, 24]],
    ['UTC', '2026-03-07T00:00:00Z', [24, 24, 24]],
    ['Asia/Kolkata', '2026-03-06T18:30:00Z', [24, 24, 24]],
  ])('of days stand at the midnights of %s', (zona, primera, horas) => {
    const desde = Date.parse(primera);
    const todas = marcas(desde, desde + 3 * DIA + HORA, DIA, zona);
    expect(todas[0]).toBe(desde);
    expect(todas.slice(1).map((ts, i) => (ts - todas[i]!) / HORA)).toEqual(horas);
    expect(todas.every((ts) => /^\d\d\/\d\d$/.test(etiqueta(ts, DIA, zona)))).toBe(true);
  });

  it('of hours are round hours of the zone, a half-hour zone too, and name the day where it begins', () => {
    const desde = Date.parse('2026-06-10T12:00:00Z');
    const todas = marcas(desde, desde + 12 * HORA, 3 * HORA, 'Asia/Kolkata');
    expect(todas.map((ts) => etiqueta(ts, 3 * HORA, 'Asia/Kolkata'))).toEqual(['18:00', '21:00', '11/06', '03:00']);
  });

  it('never stand twice at one instant where clocks skip an hour', () => {
    const desde = Date.parse('2026-03-08T08:00:00Z');
    const todas = marcas(desde, desde + 6 * HORA, HORA, 'America/Tijuana');
    expect(todas.map((ts) => (ts - desde) / HORA)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('are as many as there is room for', () => {
    for (const dias of [1, 7, 30, 365, 4_000])
      expect((dias * DIA) / pasoDe(0, dias * DIA, 8)).toBeLessThanOrEqual(dias === 4_000 ? 67 : 8);
  });
});
