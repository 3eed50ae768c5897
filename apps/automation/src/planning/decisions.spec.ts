import type { SkipCondition } from '@acequia/contracts';
import { adjust, decide, OLD_SENSOR_MS, stricter } from './decisions.js';

const NOW = 1_795_500_000_000;
const lectura = { temperatura: 1.5, humedad: 82, ts: NOW - 1_000 };
const of = (conditions: SkipCondition[], sensor: typeof lectura | null = lectura) =>
  decide(conditions, () => ({ nombre: 'Vivero', lectura: sensor }), NOW);

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

describe('the adjustment by ET0', () => {
  const byMeasure = { switch_id: 1, referencia_mm: 4.3, minimo: 0 };

  it('shortens a turn to yesterday’s need, and notes why', () => {
    expect(adjust(byMeasure, 3.1)).toEqual({ percentage: 72, motivo: 'Se redujo a 72 %: ET0 de ayer 3.1 mm' });
    expect(adjust({ et0_mm: 2, referencia_mm: 4, minimo: 0 }, null)).toEqual({
      percentage: 50,
      motivo: 'Se redujo a 50 %: ET0 indicada 2.0 mm',
    });
    expect(adjust({ ...byMeasure, minimo: 80 }, 1)?.percentage).toBe(80);
    expect(adjust(byMeasure, 0)?.motivo).toBe('Se omitió: ET0 de ayer 0.0 mm');
  });

  it('never lengthens it, and leaves it alone when yesterday is unknown', () => {
    expect(adjust(byMeasure, 9)).toBeNull();
    expect(adjust(byMeasure, null)).toBeNull();
  });

  it('gives way to a stricter decision', () => {
    const [half, none] = [
      { percentage: 50, motivo: 'a' },
      { percentage: 0, motivo: 'b' },
    ];
    expect(stricter(half, none)).toBe(none);
    expect(stricter(none, half)).toBe(none);
    expect(stricter(null, half)).toBe(half);
    expect(stricter(half, null)).toBe(half);
  });
});
