import { type Known, KNOWN_TO_NOBODY, type SkipCondition } from '@acequia/contracts';
import { motivoText } from '../storage/textos-motivos.js';
import { adjust, type Decision, decide, OLD_SENSOR_MS, type PointReading, stricter } from './decisions.js';

const NOW = 1_795_500_000_000;
const lectura = { temperatura: 1.5, humedad: 82, ts: NOW - 1_000 };
const saying = (decision: Decision | null, known: Known = null) =>
  decision && {
    ...decision,
    motivo: motivoText({ motivo: null, motivos: [decision.motivo] }, 'UTC', known),
  };
const of = (conditions: SkipCondition[], sensor: typeof lectura | null = lectura) =>
  saying(decide(conditions, { sensor: () => ({ nombre: 'Vivero', lectura: sensor }), point: () => null }, NOW));

describe('the conditions of a program', () => {
  it('skip a turn and name the value that did it', () => {
    expect(of([{ tipo: 'humedad_mayor', switch_id: 1, valor: 80 }])).toEqual({
      percentage: 0,
      motivo: 'Se omitió: humedad de 82 % en «Vivero»',
    });
    expect(of([{ tipo: 'helada', switch_id: 1, valor: 2 }])?.motivo).toBe(
      'Riesgo de helada: temperatura de 1.5 °C en «Vivero»',
    );
  });

  it('shorten it where they say how much, and the strictest decides', () => {
    const short: SkipCondition = { tipo: 'humedad_mayor', switch_id: 1, valor: 70, reducir_a: 50 };
    expect(of([short])).toEqual({ percentage: 50, motivo: 'Se redujo a 50 %: humedad de 82 % en «Vivero»' });
    expect(of([short, { tipo: 'temperatura_menor', switch_id: 1, valor: 5 }])?.percentage).toBe(0);
    expect(of([{ ...short, reducir_a: 30 }, short])?.percentage).toBe(30);
  });

  it('decide nothing when the value is not past, is missing or is old', () => {
    expect(of([{ tipo: 'humedad_mayor', switch_id: 1, valor: 82 }])).toBeNull();
    expect(of([{ tipo: 'helada', switch_id: 1, valor: 2 }], null)).toBeNull();
    const vieja = { ...lectura, ts: NOW - OLD_SENSOR_MS - 1 };
    expect(of([{ tipo: 'humedad_mayor', switch_id: 1, valor: 10 }], vieja)).toBeNull();
  });
});

describe('a condition on a point', () => {
  const by = (condition: SkipCondition, reading: Partial<PointReading> | null, known: Known = null) => {
    const point = reading && ({ nombre: 'Sector 2', magnitud: 'humedad_suelo', value: null, ...reading } as const);
    return saying(decide([condition], { sensor: () => ({ nombre: '', lectura }), point: () => point }, NOW), known);
  };
  const wet: SkipCondition = { tipo: 'punto_mayor', punto_id: 5, valor: 28 };

  it('skips or shortens a turn from its limit on, in the words and decimals of its magnitud', () => {
    expect(by(wet, { value: 28 })?.motivo).toBe('Se omitió: humedad del suelo de 28 % en «Sector 2»');
    expect(by({ ...wet, reducir_a: 40 }, { value: 31.26 })).toEqual({
      percentage: 40,
      motivo: 'Se redujo a 40 %: humedad del suelo de 31.3 % en «Sector 2»',
    });
    const dry: SkipCondition = { tipo: 'punto_menor', punto_id: 5, valor: 6.5 };
    expect(by(dry, { magnitud: 'ph', value: 6.4 })?.motivo).toBe('Se omitió: pH de 6.4 en «Sector 2»');
  });

  it('names the hours of what a counter grew', () => {
    const rain: SkipCondition = { tipo: 'punto_mayor', punto_id: 5, valor: 4, horas: 24 };
    expect(by(rain, { magnitud: 'lluvia', value: 6.2 })?.motivo).toBe(
      'Se omitió: lluvia en 24 h de 6.2 mm en «Sector 2»',
    );
  });

  it('decides nothing when the value is not past, is unknown, or its point is gone', () => {
    for (const reading of [{ value: 27.99 }, { value: null }, null]) expect(by(wet, reading)).toBeNull();
  });

  it('tells a usuario no name of a point', () => {
    for (const reading of [{ value: 30 }, { magnitud: 'ph', value: 30 }] as const)
      expect(by(wet, reading, KNOWN_TO_NOBODY)?.motivo).not.toContain('Sector');
  });
});

describe('the adjustment by ET0', () => {
  const adjusted = (...args: Parameters<typeof adjust>) => saying(adjust(...args));
  const byMeasure = { switch_id: 1, referencia_mm: 4.3, minimo: 0 };

  it('shortens a turn to yesterday’s need, and notes why', () => {
    expect(adjusted(byMeasure, 3.1)).toEqual({ percentage: 72, motivo: 'Se redujo a 72 %: ET0 de ayer 3.1 mm' });
    expect(adjusted({ et0_mm: 2, referencia_mm: 4, minimo: 0 }, null)).toEqual({
      percentage: 50,
      motivo: 'Se redujo a 50 %: ET0 indicada 2.0 mm',
    });
    expect(adjusted({ ...byMeasure, minimo: 80 }, 1)?.percentage).toBe(80);
    expect(adjusted(byMeasure, 0)?.motivo).toBe('Se omitió: ET0 de ayer 0.0 mm');
  });

  it('never lengthens it, and leaves it alone when yesterday is unknown', () => {
    expect(adjusted(byMeasure, 9)).toBeNull();
    expect(adjusted(byMeasure, null)).toBeNull();
  });

  it('gives way to a stricter decision', () => {
    const half: Decision = { percentage: 50, motivo: { codigo: 'et0_de_ayer', porcentaje: 50, mm: 2 } };
    const none: Decision = { percentage: 0, motivo: { codigo: 'et0_de_ayer', porcentaje: 0, mm: 0 } };
    expect(stricter(half, none)).toBe(none);
    expect(stricter(none, half)).toBe(none);
    expect(stricter(null, half)).toBe(half);
    expect(stricter(half, null)).toBe(half);
  });
});
