import type { MuroAviso, MuroEmpresa } from '@acequia/contracts';
import { empresasOf, growthOf, inOrder, turnOf } from './views.js';

const empresa = (id: number, nombre: string) => ({ id, nombre, placas: 2, sanas: 1, abiertas: 0 }) as MuroEmpresa;
const aviso = (empresa_id: number, severidad: MuroAviso['severidad'], desde = 0) =>
  ({ empresa_id, severidad, desde }) as MuroAviso;

describe('the wall', () => {
  it('shows the company with the worst alarm first, then by name', () => {
    const empresas = [empresa(1, 'Zamora'), empresa(2, 'Ávila'), empresa(3, 'Berries')];
    const shown = empresasOf({ empresas, avisos: [aviso(3, 'media'), aviso(3, 'baja'), aviso(1, 'critica')] });
    expect(shown.map(({ nombre, open }) => [nombre, open])).toEqual([
      ['Zamora', 1],
      ['Berries', 2],
      ['Ávila', 0],
    ]);
  });

  it('lists the most severe first, then the oldest', () => {
    const avisos = [aviso(1, 'media', 1), aviso(1, 'alta', 9), aviso(1, 'alta', 3)];
    expect(inOrder(avisos).map(({ severidad, desde }) => [severidad, desde])).toEqual([
      ['alta', 3],
      ['alta', 9],
      ['media', 1],
    ]);
  });

  it('turns from all companies to each, and begins again', () => {
    const empresas = [{ id: 7 }, { id: 5 }];
    expect([0, 1, 2, 3, 4].map((turn) => turnOf(empresas, turn))).toEqual([null, 7, 5, null, 7]);
    expect(turnOf([], 3)).toBeNull();
  });

  it('draws fewer rows larger, to a limit, and never smaller than those that fit', () => {
    const sizes = [9, 6, 4, 2, 1].map((rows) => growthOf(rows, 6));
    expect(sizes.slice(0, 2)).toEqual([1, 1]);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBe(1.7);
    expect(growthOf(0, 6)).toBe(1.7);
  });
});
