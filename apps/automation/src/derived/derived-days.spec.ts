import { derivedDay, type Span } from './derived-days.js';

const hour = (temperatura: number, humedad: number | null = 50): Span => ({
  temperatura,
  temperatura_min: temperatura - 0.5,
  temperatura_max: temperatura + 0.5,
  humedad,
});
const EMPTY: Span = { temperatura: null, temperatura_min: null, temperatura_max: null, humedad: null };
const lyon = { hours: 1, day: 196, latitud: 45.72, altitud: null, base: 10 };

describe('the derived values of a day', () => {
  it('follow from its hours', () => {
    const spans = [...Array<Span>(12).fill(hour(15.3)), ...Array<Span>(12).fill(hour(26.1))];
    expect(derivedDay('2026-07-15', spans, lyon)).toMatchObject({
      temperatura_min: 14.8,
      temperatura_max: 26.6,
      temperatura_media: 20.7,
      grados_dia: 10.7,
      horas_frio: 0,
      // FAO-56, example 20.
      et0_mm: 5,
      et0_metodo: 'hargreaves',
    });
  });

  describe('ET0 where radiation and wind are measured', () => {
    // FAO-56, example 18: vapour of 1.409 kPa, 22.07 MJ/m², 2.078 m/s.
    const brussels = { hours: 1, day: 187, latitud: 50.8, altitud: 100, base: 10 };
    const sky = { radiacion: 22.07 / 0.0864, viento: 2.078 };
    const air = [
      { ...hour(12.8, 95), ...sky },
      { ...hour(21, 56.5), ...sky },
    ];
    const spans = air.flatMap((span) => Array<Span>(12).fill(span));

    it('follows from them too', () => {
      expect(derivedDay('2026-07-06', spans, brussels)).toMatchObject({ et0_mm: 3.9, et0_metodo: 'penman_monteith' });
    });

    it('falls back on the extremes where a quarter of them is missing', () => {
      const calm = spans.map((span, n) => (n < 7 ? { ...span, viento: null } : span));
      expect(derivedDay('2026-07-06', calm, brussels)).toMatchObject({ et0_metodo: 'hargreaves' });
      const dry = spans.map((span, n) => (n < 7 ? { ...span, humedad: null } : span));
      expect(derivedDay('2026-07-06', dry, brussels)).toMatchObject({ et0_metodo: 'hargreaves' });
    });

    it('stays unknown without a latitude', () => {
      const nowhere = { ...brussels, latitud: null };
      expect(derivedDay('2026-07-06', spans, nowhere)).toMatchObject({ et0_mm: null, et0_metodo: null });
    });
  });

  it('are unknown where a quarter of the day is missing, and where nobody measured', () => {
    const half = [...Array<Span>(12).fill(hour(5)), ...Array<Span>(12).fill(EMPTY)];
    expect(derivedDay('2026-07-15', half, lyon)).toMatchObject({
      temperatura_min: 4.5,
      et0_mm: null,
      horas_frio: null,
    });
    expect(derivedDay('2026-07-15', [EMPTY], lyon)).toMatchObject({ temperatura_min: null, dpv_medio: null });
  });

  it('have no ET0 without a latitude, and no DPV without humidity', () => {
    const spans = Array<Span>(24).fill(hour(6, null));
    expect(derivedDay('2026-07-15', spans, { ...lyon, latitud: null })).toMatchObject({
      et0_mm: null,
      dpv_medio: null,
      horas_frio: 24,
    });
  });
});
