import { climateAt, PLACES, type Place } from './climate.js';
import { isScheduledOn } from './irrigation.js';

const HORA = 3_600_000;
const PASO = 300_000;
const SEED = 42;
/** Local midnight of a place at UTC. */
const MIDNIGHT = Date.UTC(2026, 4, 10);

const dia = (place: Place, seed = SEED): { hora: number; t: number; h: number }[] =>
  Array.from({ length: 288 }, (_, i) => ({
    hora: (i * PASO) / HORA,
    ...climateAt(place, seed, MIDNIGHT + i * PASO, 0),
  }));
const oscillation = (place: Place): number => {
  const t = dia(place).map((point) => point.t);
  return Math.max(...t) - Math.min(...t);
};

describe('the climate of a simulated farm', () => {
  it('is warmest in the afternoon and coldest before the sun', () => {
    const curve = dia('greenhouse').sort((a, b) => a.t - b.t);
    expect(curve[0]?.hora).toBeGreaterThan(3);
    expect(curve[0]?.hora).toBeLessThan(9);
    expect(curve.at(-1)?.hora).toBeGreaterThan(12);
    expect(curve.at(-1)?.hora).toBeLessThan(18);
  });

  it('is drier when it is warmer', () => {
    const curve = dia('campo').sort((a, b) => a.t - b.t);
    expect(curve[0]?.h).toBeGreaterThan((curve.at(-1)?.h ?? 100) + 15);
  });

  it('swings more under glass than among livestock, and hardly in a cold store', () => {
    expect(oscillation('greenhouse')).toBeGreaterThan(oscillation('nave') + 5);
    expect(oscillation('cold_store')).toBeLessThan(3);
  });

  it.each(PLACES)('never jumps nor leaves what a sensor can measure: %s', (place) => {
    for (const seed of [1, 2, 3]) {
      const curve = dia(place, seed);
      curve.forEach(({ t, h }, i) => {
        expect(t).toBeGreaterThan(-20);
        expect(t).toBeLessThan(50);
        expect(h).toBeGreaterThanOrEqual(12);
        expect(h).toBeLessThanOrEqual(99);
        if (i > 0) expect(Math.abs(t - (curve[i - 1]?.t ?? t))).toBeLessThan(1);
      });
    }
  });

  it('is the same each time it is asked, and another at another sensor', () => {
    expect(dia('campo')).toEqual(dia('campo'));
    expect(dia('campo', 7)).not.toEqual(dia('campo', 8));
  });

  it('follows the relays', () => {
    const solo = climateAt('greenhouse', SEED, MIDNIGHT + 13 * HORA, 0);
    const misting = climateAt('greenhouse', SEED, MIDNIGHT + 13 * HORA, 0, new Map([['difusor', 1]]));
    expect(misting.t).toBeLessThan(solo.t);
    expect(misting.h).toBeGreaterThan(solo.h);
  });

  it('follows the local clock', () => {
    const enMexico = climateAt('campo', SEED, MIDNIGHT + 21 * HORA, -6);
    const enUtc = climateAt('campo', SEED, MIDNIGHT + 21 * HORA, 0);
    expect(enMexico.t).toBeGreaterThan(enUtc.t + 3);
  });
});

describe('the irrigation turns', () => {
  const minutos = (desde: number, hasta: number): number[] =>
    Array.from({ length: (hasta - desde) * 60 }, (_, i) => MIDNIGHT + desde * HORA + i * 60_000);

  it('water in the morning and the evening, not at noon nor at night', () => {
    const irrigates = (ts: number): boolean => isScheduledOn('selenoide', 'campo', 5, ts, 0);
    expect(minutos(5, 9).some(irrigates)).toBe(true);
    expect(minutos(17, 20).some(irrigates)).toBe(true);
    expect(minutos(11, 16).some(irrigates)).toBe(false);
    expect(minutos(21, 24).some(irrigates)).toBe(false);
  });

  it('go on and off within their hours', () => {
    const horas = minutos(10, 17).map((ts) => isScheduledOn('difusor', 'greenhouse', 5, ts, 0));
    expect(horas.filter(Boolean).length).toBeGreaterThan(60);
    expect(horas.filter(Boolean).length).toBeLessThan(300);
  });

  it('keep a cold store cold at night too', () => {
    expect(minutos(0, 4).some((ts) => isScheduledOn('cooler', 'cold_store', 5, ts, 0))).toBe(true);
    expect(minutos(0, 4).some((ts) => isScheduledOn('cooler', 'nave', 5, ts, 0))).toBe(false);
  });
});
