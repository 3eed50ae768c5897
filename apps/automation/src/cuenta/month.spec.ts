import type { CuentaMes } from '@acequia/contracts';
import { litersOf } from '../storage/liters.js';
import { monthOf } from './month.js';

type Valve = CuentaMes['filas'][number];

const valve = (changes: Partial<Valve>): Valve => ({
  switch_id: 1,
  dispositivo_id: null,
  nombre: 'Válvula 1',
  sector: 'Norte',
  turnos: 1,
  cumplidos: 1,
  parciales: 0,
  omitidos: 0,
  perdidos: 0,
  previstos_s: 600,
  reales_s: 600,
  litros: null,
  kwh: null,
  costo: null,
  ...changes,
});

describe('the account of a month', () => {
  it('sums valves by sector, each sorted by name', () => {
    const { filas, sectores, total } = monthOf('2026-11', [
      valve({ turnos: 2, parciales: 1, reales_s: 900, litros: 1_500 }),
      valve({ switch_id: 2, nombre: 'Bomba', kwh: 1.2, costo: 3.6 }),
      valve({ switch_id: 3, nombre: 'Ácida', kwh: 0.1, costo: 0.1 }),
      valve({
        switch_id: null,
        dispositivo_id: 2,
        nombre: 'De la nube',
        sector: 'Sur',
        cumplidos: 0,
        omitidos: 1,
        reales_s: 0,
        litros: 0,
      }),
    ]);
    expect(filas.map(({ nombre }) => nombre)).toEqual(['Ácida', 'Bomba', 'Válvula 1', 'De la nube']);
    expect(sectores.map(({ sector, turnos, reales_s, kwh }) => [sector, turnos, reales_s, kwh])).toEqual([
      ['Norte', 4, 2_100, 1.3],
      ['Sur', 1, 0, null],
    ]);
    expect(total).toMatchObject({ turnos: 5, cumplidos: 3, parciales: 1, omitidos: 1, perdidos: 0 });
    expect(total).toMatchObject({ litros: 1_500, kwh: 1.3, costo: 3.7 });
  });

  it('knows no liters without a flow, nor of a turn without an account', () => {
    const turn = { real_segundos: 600, bomba_cuenta: 1, con_bomba_s: null, caudal_m3h: 6 };
    expect(litersOf({ ...turn, caudal_m3h: null })).toBeNull();
    expect(litersOf({ ...turn, real_segundos: null })).toBeNull();
    expect(litersOf(turn)).toBe(1_000);
    expect(litersOf({ ...turn, bomba_cuenta: 2, con_bomba_s: 0 })).toBe(0);
    expect(litersOf({ ...turn, bomba_cuenta: 2 })).toBeNull();
  });
});
