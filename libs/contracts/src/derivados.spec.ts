import {
  chillHours,
  degreeDays,
  dewPoint,
  et0Hargreaves,
  et0PenmanMonteith,
  extraterrestrialRadiation,
  pressureAt,
  saturationPressure,
  vapourPressureDeficit,
} from './derivados.js';

describe('derived values', () => {
  it.each([
    [24.5, 3.075],
    [15, 1.705],
    [1, 0.657],
    [48.5, 11.447],
  ])('saturation pressure at %f °C is that of FAO-56, annex 2.3: %f kPa', (t, kpa) => {
    expect(saturationPressure(t)).toBeCloseTo(kpa, 2);
  });

  it('vapour pressure deficit follows from both, and is none in saturated air', () => {
    // FAO-56, example 5: at 25 °C and 54 % the air holds 1.711 of 3.168 kPa.
    expect(vapourPressureDeficit(25, 54)).toBeCloseTo(3.168 - 1.711, 2);
    expect(vapourPressureDeficit(30, 100)).toBe(0);
  });

  it.each([
    // Saturated at 13.8 °C: 1.58 kPa, half of what air of 25 °C could hold (FAO-56, annex 2.3).
    [25, 50, 13.9],
    [20, 100, 20],
    [30, 30, 10.5],
  ])('dew point at %f °C and %f %% is %f °C', (t, h, dew) => {
    expect(dewPoint(t, h)).toBeCloseTo(dew, 0);
  });
  it('there is no dew point without humidity', () => expect(dewPoint(20, 0)).toBeNull());

  it('radiation above the air is that of FAO-56, example 8: 32.2 MJ/m² on 3 September at 20° south', () => {
    expect(extraterrestrialRadiation(-20, 246)).toBeCloseTo(32.2, 1);
  });
  it('radiation is none in the polar night and not a number nowhere', () => {
    expect(extraterrestrialRadiation(80, 355)).toBeCloseTo(0, 6);
    expect(extraterrestrialRadiation(80, 172)).toBeGreaterThan(40);
  });

  it('ET0 by Hargreaves and Samani is that of FAO-56, example 20: 5.0 mm in Lyon in July', () => {
    expect(et0Hargreaves(14.8, 26.6, 45.72, 196)).toBeCloseTo(5.0, 1);
    expect(et0Hargreaves(20, 20, 25, 100)).toBe(0);
  });

  it('pressure is that of FAO-56, example 2: 81.8 kPa at 1,800 m', () => {
    expect(pressureAt(1_800)).toBeCloseTo(81.8, 1);
    expect(pressureAt(0)).toBe(101.3);
  });

  describe('ET0 by Penman and Monteith', () => {
    // FAO-56, example 18: Brussels, 6 July, 100 m; 22.07 MJ/m² and 10 km/h at 10 m, which is 2.078 m/s at 2 m.
    const brussels = { min: 12.3, max: 21.5, vapour: 1.409, radiation: 22.07 / 0.0864, wind: 2.078 };
    const place = { latitude: 50.8, altitude: 100, day: 187 };

    it('is 3.9 mm in example 18 of FAO-56', () => expect(et0PenmanMonteith(brussels, place)).toBeCloseTo(3.88, 1));

    it('grows with the sun, the wind and the altitude, and is never less than none', () => {
      const usual = et0PenmanMonteith(brussels, place);
      expect(et0PenmanMonteith({ ...brussels, radiation: 300 }, place)).toBeGreaterThan(usual);
      expect(et0PenmanMonteith({ ...brussels, wind: 5 }, place)).toBeGreaterThan(usual);
      expect(et0PenmanMonteith(brussels, { ...place, altitude: 2_000 })).toBeGreaterThan(usual);
      expect(et0PenmanMonteith({ ...brussels, radiation: 0, wind: 0 }, place)).toBe(0);
      expect(et0PenmanMonteith({ ...brussels, radiation: 0 }, { ...place, latitude: 80, day: 355 })).toBe(0);
    });
  });

  it('degree days count the mean over the base, never less than none', () => {
    expect(degreeDays(14, 30, 10)).toBe(12);
    expect(degreeDays(0, 12, 10)).toBe(0);
  });

  it('chill hours count what is at or below 7.2 °C', () => {
    expect(chillHours([7.2, 7.3, -1, 12], 1)).toBe(2);
    expect(chillHours([5, 5, 9, 9], 0.25)).toBe(0.5);
  });
});
