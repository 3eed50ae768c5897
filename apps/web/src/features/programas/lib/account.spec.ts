import { NO_TURNS } from '../../../test/records.js';
import { bySector, hoursOf, monthAfter, shareOf } from './account.js';

const sums = { ...NO_TURNS, turnos: 1, cumplidos: 1, previstos_s: 600, reales_s: 590 };

describe('the account of a month', () => {
  it('puts each valve under its sector', () => {
    const fila = (switch_id: number, sector: string) => ({
      switch_id,
      dispositivo_id: null,
      nombre: 'x',
      sector,
      ...sums,
    });
    const rows = bySector({
      filas: [fila(1, 'Norte'), fila(2, 'Sur'), fila(3, 'Norte')],
      sectores: [
        { sector: 'Norte', ...sums },
        { sector: 'Sur', ...sums },
      ],
    });
    expect(rows.map(({ sector, filas }) => [sector, filas.map(({ switch_id }) => switch_id)])).toEqual([
      ['Norte', [1, 3]],
      ['Sur', [2]],
    ]);
  });

  it('tells hours and minutes, and how much of the plan was done', () => {
    expect([hoursOf(0), hoursOf(3_599), hoursOf(45_000)]).toEqual(['0:00', '1:00', '12:30']);
    expect(shareOf({ previstos_s: 600, reales_s: 590 })).toBe(98);
    expect(shareOf({ previstos_s: 0, reales_s: 60 })).toBeNull();
  });

  it('goes over the end of the year', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 0)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-05',
    ]);
  });
});
