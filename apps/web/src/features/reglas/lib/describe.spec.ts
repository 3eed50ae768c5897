import { AVISO_TYPES, typeOfAviso } from '@acequia/contracts';
import { conditionText, hoursText, seconds, waitText } from './describe.js';

describe('a rule in words', () => {
  it('says a time in the units a person would', () => {
    expect([0, 45, 120, 5_400, 21_600, 172_800].map(seconds)).toEqual([
      '0 s',
      '45 s',
      '2 min',
      '1 h 30 min',
      '6 h',
      '2 días',
    ]);
  });

  it('says its threshold where it has one, with its unit', () => {
    expect(conditionText({ tipo: 'temperatura_alta', umbral: 42 })).toBe('La temperatura pasa de 42 °C');
    expect(conditionText({ tipo: 'placa_sin_datos', umbral: 600 })).toContain('desde hace 10 min');
    for (const tipo of AVISO_TYPES) {
      const { umbral } = typeOfAviso(tipo);
      const text = conditionText({ tipo, umbral: umbral ?? null });
      expect(/\d/.test(text)).toBe(umbral !== undefined);
    }
  });

  it('says when it waits for nothing, and when it looks at any hour', () => {
    expect([waitText({ espera_s: 0 }), waitText({ espera_s: 90 })]).toEqual(['Al momento', '1 min 30 s']);
    expect(hoursText({ hora_desde: null, hora_hasta: null })).toBe('Siempre');
    expect(hoursText({ hora_desde: '22:00', hora_hasta: '06:00' })).toBe('22:00 a 06:00');
  });
});
