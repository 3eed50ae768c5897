import type { Empresa } from '@acequia/contracts';
import { commercialOf, isNearLimit } from './commercial.js';

const now = new Date('2026-05-10T12:00:00Z');
const of = (changes: Partial<Empresa>): Empresa =>
  ({
    activa: 1,
    costo_plan: null,
    fecha_vencimiento: '2099-12-31',
    zona_horaria: 'America/Mexico_City',
    ...changes,
  }) as Empresa;

describe('the commercial view of the companies', () => {
  it('sums what the active ones pay, and counts those that end soon or have ended', () => {
    const empresas = [
      of({ costo_plan: 100.5 }),
      of({ costo_plan: 200, fecha_vencimiento: '2026-05-13' }),
      of({ fecha_vencimiento: '2026-05-09' }),
      of({ costo_plan: 999, activa: 0, fecha_vencimiento: '2026-05-11' }),
    ];
    expect(commercialOf(empresas, now)).toEqual({ active: 3, cost: 300.5, soon: 1, expired: 1 });
    expect(commercialOf([of({})], now).cost).toBeNull();
  });

  it('tells a limit that is nearly reached, and none where there is none', () => {
    expect(isNearLimit(24, 25)).toBe(true);
    expect(isNearLimit(25, 25)).toBe(true);
    expect(isNearLimit(10, 25)).toBe(false);
    expect(isNearLimit(10, null)).toBe(false);
    expect(isNearLimit(10, 0)).toBe(false);
  });
});
