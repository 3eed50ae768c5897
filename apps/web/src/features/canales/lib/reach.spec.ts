import type { Canal } from '@acequia/contracts';
import { reachesNobody } from './reach.js';

const channel = (given: Partial<Canal>): Canal => ({
  id: 1,
  empresa_id: 1,
  canal: 'correo',
  destino: 'ana@ejemplo.test',
  usuario_id: null,
  severidad_minima: 'baja',
  hora_desde: null,
  hora_hasta: null,
  escalar_min: 0,
  activo: 1,
  secreto: null,
  fallos: 0,
  fallo: null,
  sin_botones: null,
  ...given,
});
const paused = channel({ activo: 0 });
const failing = channel({ fallos: 3, fallo: 'Falta el token del bot.' });

describe('the channels of a company', () => {
  it('reach nobody while all of them are paused or fail', () => {
    expect(reachesNobody([paused, failing])).toBe(true);
  });

  it('reach somebody by one that works', () => {
    expect(reachesNobody([paused, failing, channel({})])).toBe(false);
  });

  it('are missing where the list is empty: the empty list says so', () => {
    expect(reachesNobody([])).toBe(false);
  });
});
