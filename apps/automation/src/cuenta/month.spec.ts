import { type AccountTurn, litersOf, monthOf } from './month.js';

const turn = (changes: Partial<AccountTurn>): AccountTurn => ({
  switch_id: 1,
  dispositivo_id: null,
  nombre: 'Válvula 1',
  sector: 'Norte',
  estado: 'cumplido',
  segundos: 600,
  real_segundos: 600,
  bomba_cuenta: 1,
  con_bomba_s: null,
  caudal_m3h: 6,
  kwh: null,
  costo: null,
  ...changes,
});

describe('the account of a month', () => {
  it('sums turns by valve and by sector', () => {
    const { filas, sectores, total } = monthOf('2026-11', [
      turn({}),
      turn({ estado: 'parcial', real_segundos: 300 }),
      turn({ switch_id: 2, nombre: 'Bomba', caudal_m3h: null, kwh: 1.2, costo: 3.6 }),
      turn({
        switch_id: null,
        dispositivo_id: 2,
        nombre: 'De la nube',
        sector: 'Sur',
        estado: 'omitido',
        real_segundos: 0,
      }),
    ]);
    expect(filas.map(({ nombre, litros }) => [nombre, litros])).toEqual([
      ['Bomba', null],
      ['Válvula 1', 1_500],
      ['De la nube', 0],
    ]);
    expect(sectores.map(({ sector, turnos, reales_s, kwh }) => [sector, turnos, reales_s, kwh])).toEqual([
      ['Norte', 3, 1_500, 1.2],
      ['Sur', 1, 0, null],
    ]);
    expect(total).toMatchObject({
      turnos: 4,
      cumplidos: 2,
      parciales: 1,
      omitidos: 1,
      perdidos: 0,
      litros: 1_500,
      costo: 3.6,
    });
  });

  it('plans of a running turn only what has passed of it', () => {
    const running = { estado: 'en_curso', segundos: 1_500 } as const;
    const { total } = monthOf('2026-11', [
      turn({ ...running, real_segundos: 540 }),
      turn({ ...running, real_segundos: null }),
    ]);
    expect(total).toMatchObject({ turnos: 2, previstos_s: 540, reales_s: 540 });
  });

  it('knows no liters without a flow, nor of a turn without an account', () => {
    expect(litersOf(turn({ caudal_m3h: null }))).toBeNull();
    expect(litersOf(turn({ caudal_m3h: 6, real_segundos: null }))).toBeNull();
    expect(litersOf(turn({ caudal_m3h: 6 }))).toBe(1_000);
    expect(litersOf(turn({ caudal_m3h: 6, bomba_cuenta: 2, con_bomba_s: 0 }))).toBe(0);
    expect(litersOf(turn({ caudal_m3h: 6, bomba_cuenta: 2 }))).toBeNull();
  });
});
