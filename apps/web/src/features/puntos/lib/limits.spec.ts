import { limitsOf } from './limits.js';

describe('the limits of a point', () => {
  const tank = { id: 7, magnitud: 'presion' as const };
  const watchers: Parameters<typeof limitsOf>[1] = {
    avisos: [
      { tipo: 'punto_alto', activa: 1, punto_id: 7, umbral: 6 },
      { tipo: 'punto_bajo', activa: 0, punto_id: 7, umbral: 1 },
      { tipo: 'punto_alto', activa: 1, punto_id: 8, umbral: 9 },
      { tipo: 'punto_callado', activa: 1, punto_id: 7, umbral: 900 },
    ],
    protecciones: [
      { nombre: 'Bomba en seco', activa: 1, punto_id: 7, cuando: 'abajo', valor: 0.5 },
      { nombre: 'Rotura', activa: 1, punto_id: 7, cuando: 'rotura', valor: 150 },
    ],
    clima: [],
  };

  it('are those of its active alarms and protections, in words', () => {
    expect(limitsOf(tank, watchers).map(({ valor, texto }) => [valor, texto])).toEqual([
      [6, 'Aviso si pasa de 6 bar'],
      [0.5, '«Bomba en seco» apaga si baja de 0.5 bar'],
    ]);
  });

  it('are none of a counter', () => {
    expect(limitsOf({ id: 7, magnitud: 'volumen' }, watchers)).toEqual([]);
  });
});
