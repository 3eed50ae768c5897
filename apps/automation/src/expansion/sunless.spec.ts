import { texts } from '../calculation/textos-conflicts.js';
import { sunlessDays } from './sunless.js';
import type { Farm } from './types.js';

const DAY_MS = 86_400_000;
/** 2026-11-24: the last sunrise of the year in the north of Norway comes a few days later. */
const from = Date.UTC(2026, 10, 24);
const farm = { zona: 'Europe/Oslo', latitud: 69.65, longitud: 18.96 } as Farm;
const programa = { dias: { cada: 1, desde: '2026-01-01' }, inicios: [{ sol: 'salida', minutos: 0 }, '12:00'] } as const;
const days = (changes: object = {}, of: Farm = farm) =>
  sunlessDays({ ...programa, inicios: [...programa.inicios], ...changes }, of, from, from + 14 * DAY_MS);

describe('days without a sunrise or sunset', () => {
  it('are those of the program on which its start by the sun does not happen', () => {
    const all = days();
    expect(all.length).toBeGreaterThan(5);
    expect(all.length).toBeLessThan(14);
    expect(all.at(-1)).toEqual({ year: 2026, month: 12, day: 8 });
    expect(days({ dias: { paridad: 'par' } }).every(({ day }) => day % 2 === 0)).toBe(true);
  });

  it('are none for a start at an hour, in Mexico, or where the coordinates are unknown', () => {
    expect(days({ inicios: ['12:00'] })).toEqual([]);
    expect(days({}, { zona: 'America/Mexico_City', latitud: 19.4, longitud: -99.1 } as Farm)).toEqual([]);
    expect(days({}, { ...farm, latitud: null })).toEqual([]);
  });

  it('are named up to three, and counted beyond', () => {
    expect(texts.sunless([{ day: 28, month: 11 }])).toContain('el 28/11:');
    const five = [28, 29, 30, 31, 32].map((day) => ({ day, month: 11 }));
    expect(texts.sunless(five)).toContain('el 28/11, 29/11, 30/11 y 2 días más:');
  });
});
