import { inUnit, MAGNITUDES, type MagnitudClave, magnitudOf, scaled, unscaled } from './magnitudes.js';

const KEYS = Object.keys(MAGNITUDES) as MagnitudClave[];

describe('an entry of the catalogue of magnitudes', () => {
  it.each(KEYS)('%s is kept as finely as it is read, in steps that a board and a CSV can write', (clave) => {
    const { escala, decimales } = magnitudOf(clave);
    const digits = Math.round(Math.log10(escala));
    expect(escala).toBe(10 ** digits);
    expect(digits).toBeLessThanOrEqual(6);
    expect(decimales).toBeLessThanOrEqual(digits);
  });

  it.each(KEYS)('%s takes both ends of its range and nothing beyond', (clave) => {
    const { minimo, maximo, tolerado = maximo, escala } = magnitudOf(clave);
    for (const end of [minimo, maximo]) expect(unscaled(clave, scaled(clave, end)!)).toBe(end);
    expect(scaled(clave, tolerado)).toBe(Math.round(maximo * escala));
    for (const value of [minimo - 1, tolerado + 1, NaN]) expect(scaled(clave, value)).toBeNull();
  });

  it('is read with its unit, as finely as it says', () => {
    expect(inUnit('caudal', 1_234.567)).toBe('1,234.57 m³/h');
    expect(inUnit('viento_direccion', 90.4)).toBe('90°');
    expect(inUnit('ph', 6.5)).toBe('6.5');
  });
});
