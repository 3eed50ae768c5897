import { climaEn, LUGARES, type Lugar } from './climate.js';
import { enTurno } from './irrigation.js';

const HORA = 3_600_000;
const PASO = 300_000;
const SEMILLA = 42;
/** Local midnight of a place on UTC. */
const MEDIANOCHE = Date.UTC(2026, 4, 10);

const dia = (lugar: Lugar, semilla = SEMILLA): { hora: number; t: number; h: number }[] =>
  Array.from({ length: 288 }, (_, i) => ({
    hora: (i * PASO) / HORA,
    ...climaEn(lugar, semilla, MEDIANOCHE + i * PASO, 0),
  }));
const oscilacion = (lugar: Lugar): number => {
  const t = dia(lugar).map((punto) => punto.t);
  return Math.max(...t) - Math.min(...t);
};

describe('the climate of a simulated farm', () => {
  it('is warmest in the afternoon and coldest before the sun', () => {
    const curva = dia('invernadero').sort((a, b) => a.t - b.t);
    expect(curva[0]?.hora).toBeGreaterThan(3);
    expect(curva[0]?.hora).toBeLessThan(9);
    expect(curva.at(-1)?.hora).toBeGreaterThan(12);
    expect(curva.at(-1)?.hora).toBeLessThan(18);
  });

  it('is drier when it is warmer', () => {
    const curva = dia('campo').sort((a, b) => a.t - b.t);
    expect(curva[0]?.h).toBeGreaterThan((curva.at(-1)?.h ?? 100) + 15);
  });

  it('swings more under glass than among livestock, and hardly in a cold store', () => {
    expect(oscilacion('invernadero')).toBeGreaterThan(oscilacion('nave') + 5);
    expect(oscilacion('frio')).toBeLessThan(3);
  });

  it.each(LUGARES)('never jumps nor leaves what a sensor can measure: %s', (lugar) => {
    for (const semilla of [1, 2, 3]) {
      const curva = dia(lugar, semilla);
      curva.forEach(({ t, h }, i) => {
        expect(t).toBeGreaterThan(-20);
        expect(t).toBeLessThan(50);
        expect(h).toBeGreaterThanOrEqual(12);
        expect(h).toBeLessThanOrEqual(99);
        if (i > 0) expect(Math.abs(t - (curva[i - 1]?.t ?? t))).toBeLessThan(1);
      });
    }
  });

  it('is the same each time it is asked, and another at another sensor', () => {
    expect(dia('campo')).toEqual(dia('campo'));
    expect(dia('campo', 7)).not.toEqual(dia('campo', 8));
  });

  it('follows the relays', () => {
    const solo = climaEn('invernadero', SEMILLA, MEDIANOCHE + 13 * HORA, 0);
    const nebulizado = climaEn('invernadero', SEMILLA, MEDIANOCHE + 13 * HORA, 0, new Map([['difusor', 1]]));
    expect(nebulizado.t).toBeLessThan(solo.t);
    expect(nebulizado.h).toBeGreaterThan(solo.h);
  });

  it('follows the local clock', () => {
    const enMexico = climaEn('campo', SEMILLA, MEDIANOCHE + 21 * HORA, -6);
    const enUtc = climaEn('campo', SEMILLA, MEDIANOCHE + 21 * HORA, 0);
    expect(enMexico.t).toBeGreaterThan(enUtc.t + 3);
  });
});

describe('the irrigation turns', () => {
  const minutos = (desde: number, hasta: number): number[] =>
    Array.from({ length: (hasta - desde) * 60 }, (_, i) => MEDIANOCHE + desde * HORA + i * 60_000);

  it('water in the morning and the evening, not at noon nor at night', () => {
    const riega = (ts: number): boolean => enTurno('selenoide', 'campo', 5, ts, 0);
    expect(minutos(5, 9).some(riega)).toBe(true);
    expect(minutos(17, 20).some(riega)).toBe(true);
    expect(minutos(11, 16).some(riega)).toBe(false);
    expect(minutos(21, 24).some(riega)).toBe(false);
  });

  it('go on and off within their hours', () => {
    const horas = minutos(10, 17).map((ts) => enTurno('difusor', 'invernadero', 5, ts, 0));
    expect(horas.filter(Boolean).length).toBeGreaterThan(60);
    expect(horas.filter(Boolean).length).toBeLessThan(300);
  });

  it('keep a cold store cold at night too', () => {
    expect(minutos(0, 4).some((ts) => enTurno('cooler', 'frio', 5, ts, 0))).toBe(true);
    expect(minutos(0, 4).some((ts) => enTurno('cooler', 'nave', 5, ts, 0))).toBe(false);
  });
});
