import type { Aviso } from '@acequia/contracts';
import { matching, shownOf } from './filter.js';

const aviso = (id: number, more: Partial<Aviso>): Aviso =>
  ({ id, empresa_id: 1, tipo: 'placa_sin_conexion', severidad: 'alta', sitio: null, nota: null, ...more }) as Aviso;

describe('the filter of alarms', () => {
  const rows = [
    aviso(1, { texto: 'La placa 1001 no está conectada', sitio: 'Pozo norte' }),
    aviso(2, { texto: 'Temperatura 44 °C', severidad: 'critica', tipo: 'temperatura_alta', empresa_id: 2 }),
  ];
  const found = (severidad: Aviso['severidad'] | null, q: string) =>
    matching(rows, { severidad, q }, (id) => (id === 2 ? 'Viñedos del Valle' : null)).map(({ id }) => id);

  it('finds by text, kind, site and company, whatever the accents', () => {
    expect(found(null, '')).toEqual([1, 2]);
    expect(found(null, 'pozo 1001')).toEqual([1]);
    expect(found(null, 'vinedos')).toEqual([2]);
    expect(found(null, 'sin conexión')).toEqual([1]);
  });

  it('keeps one severity', () => {
    expect(found('critica', '')).toEqual([2]);
    expect(found('critica', 'placa')).toEqual([]);
  });

  it('shows the open ones when the address names nothing known', () => {
    expect([shownOf(null), shownOf('otra'), shownOf('resueltos')]).toEqual(['abiertos', 'abiertos', 'resueltos']);
  });
});
