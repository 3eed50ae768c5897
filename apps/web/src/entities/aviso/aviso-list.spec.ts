import type { Aviso } from '@acequia/contracts';
import { inOrderOfUrgency, withAviso } from './aviso-list.js';

const aviso = (id: number, more: Partial<Aviso> = {}): Aviso => ({
  id,
  empresa_id: 1,
  tipo: 'placa_sin_conexion',
  severidad: 'alta',
  estado: 'disparado',
  desde: 1_000,
  hasta: null,
  texto: `Aviso ${id}`,
  placa_id: 1,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 1,
  silenciado: 0,
  entrega: null,
  ...more,
});
const ids = (list: readonly Aviso[]) => list.map(({ id }) => id);

describe('the order of alarms', () => {
  it('is by severity, then by age, the newest first', () => {
    const list = [
      aviso(1, { severidad: 'media', desde: 9_000 }),
      aviso(2, { desde: 2_000 }),
      aviso(3, { severidad: 'critica', desde: 500 }),
      aviso(4, { desde: 3_000, estado: 'reconocido' }),
      aviso(5, { severidad: 'baja' }),
    ];
    expect(ids(inOrderOfUrgency(list))).toEqual([3, 4, 2, 1, 5]);
  });

  it('puts what is over last, by age alone', () => {
    const over = { estado: 'resuelto', hasta: 9_999 } as const;
    const list = [
      aviso(1, { ...over, severidad: 'critica', desde: 100 }),
      aviso(2, { ...over, severidad: 'baja', desde: 200 }),
      aviso(3, { severidad: 'baja' }),
    ];
    expect(ids(inOrderOfUrgency(list))).toEqual([3, 2, 1]);
  });
});

describe('a live message', () => {
  const open = { empresa: null, onlyOpen: true };

  it('adds an alarm that is new and replaces one that is shown', () => {
    const acknowledged = aviso(1, { estado: 'reconocido', reconocido_por: 'Eva' });
    expect(ids(withAviso([aviso(1)], aviso(2), open))).toEqual([1, 2]);
    expect(withAviso([aviso(1)], acknowledged, open)).toEqual([acknowledged]);
  });

  it('takes an alarm that is over out of the open ones only', () => {
    const over = aviso(1, { estado: 'resuelto', hasta: 5_000 });
    expect(withAviso([aviso(1)], over, open)).toEqual([]);
    expect(withAviso([aviso(1)], over, { empresa: null, onlyOpen: false })).toEqual([over]);
  });

  it('of another company changes nothing', () => {
    expect(ids(withAviso([aviso(1)], aviso(2, { empresa_id: 2 }), { empresa: 1, onlyOpen: true }))).toEqual([1]);
  });

  it('leaves what is known of its deliveries', () => {
    const [one] = withAviso([aviso(1, { entrega: 'fallido' })], aviso(1, { veces: 2 }), open);
    expect(one).toMatchObject({ veces: 2, entrega: 'fallido' });
  });
});
