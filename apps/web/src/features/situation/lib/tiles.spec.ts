import type { Aviso, Empresa, Placa } from '@acequia/contracts';
import { tilesOf } from './tiles.js';

describe('the tiles of the companies', () => {
  const empresas = [
    { id: 1, nombre: 'Ávila', activa: 1, fecha_vencimiento: '2099-01-01' },
    { id: 2, nombre: 'Berries', activa: 0, fecha_vencimiento: '2027-01-01' },
    { id: 3, nombre: 'Alba', activa: 1, fecha_vencimiento: '2099-01-01' },
  ] as Empresa[];
  const placa = (empresa_id: number, more: Partial<Placa> = {}) =>
    ({ empresa_id, online: 1, reloj_adelantado: 0, revocada: 0, ...more }) as Placa;

  it('stand with the worst first, and count the boards that are well of those in use', () => {
    const avisos = [
      { empresa_id: 2, severidad: 'media' },
      { empresa_id: 1, severidad: 'critica' },
    ] as Aviso[];
    const placas = [
      placa(1),
      placa(1, { online: 0 }),
      placa(1, { revocada: 1 }),
      placa(2, { reloj_adelantado: 1 }),
      placa(2, { reloj_fuera: 1 }),
    ];
    const tiles = tilesOf({
      empresas,
      placas,
      avisos,
      today: '2026-11-22',
      pulses: [{ empresa_id: 1, abiertas: 3, lecturas: [0, 5] }],
      water: [{ empresa_id: 2, m3: 1, m3_previstos: 4 }],
    });
    expect(tiles.map(({ nombre, healthy, boards, open }) => [nombre, healthy, boards, open])).toEqual([
      ['Ávila', 1, 2, 1],
      ['Berries', 0, 2, 1],
      ['Alba', 0, 0, 0],
    ]);
    expect(tiles.map(({ pulse }) => pulse?.abiertas)).toEqual([3, 0, 0]);
    expect(tiles.map(({ water }) => water?.m3_previstos)).toEqual([undefined, 4, undefined]);
    expect(tiles[1]?.expiry).toBe('Suspendida');
  });

  it('do not call what was not read healthy or none', () => {
    const [tile] = tilesOf({
      empresas,
      placas: undefined,
      avisos: undefined,
      pulses: undefined,
      water: undefined,
      today: '2026-11-22',
    });
    expect([tile?.healthy, tile?.pulse, tile?.open]).toEqual([null, null, null]);
  });
});
