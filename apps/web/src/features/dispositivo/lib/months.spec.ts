import type { EnergiaDia } from '@acequia/contracts';
import { firstDayShown, monthsOf, shortMonth } from './months.js';

const day = (fecha: string, kwh: number | null, changes: Partial<EnergiaDia> = {}): EnergiaDia => ({
  fecha,
  kwh,
  kwh_devuelta: 0,
  incompleto: false,
  en_curso: false,
  reinicio: false,
  lectura_omitida: false,
  ...changes,
});

describe('the energy of a month', () => {
  it('is the sum of its days', () => {
    const days = [day('2026-10-30', 1), day('2026-10-31', 2.5), day('2026-11-01', 4)];
    expect(monthsOf(days)).toEqual([
      { mes: '2026-10', kwh: 3.5, partial: false },
      { mes: '2026-11', kwh: 4, partial: false },
    ]);
  });

  it('is partial where a day is unknown or not whole, and unknown where all are', () => {
    expect(monthsOf([day('2026-10-01', null), day('2026-10-02', 2)])).toEqual([
      { mes: '2026-10', kwh: 2, partial: true },
    ]);
    expect(monthsOf([day('2026-10-01', null)])).toEqual([{ mes: '2026-10', kwh: null, partial: true }]);
    for (const change of [{ incompleto: true }, { en_curso: true }, { reinicio: true }])
      expect(monthsOf([day('2026-10-01', 1, change)])[0]?.partial).toBe(true);
  });

  it('is shown for twelve months, the current one included', () => {
    expect(firstDayShown('2026-11-26')).toBe('2025-12-01');
    expect(firstDayShown('2026-01-31')).toBe('2025-02-01');
    expect(shortMonth('2026-11')).toBe('11/2026');
  });
});
