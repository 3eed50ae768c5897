import { hasDoubt } from './discrepancy.js';
import { S, START, type World, world } from './world.fixture.js';

describe('a switch whose board reports something else than was asked for', () => {
  const T0 = START + 60 * S;
  const turnedOnAfterOff = (): { one: World; recall: (discrepancia: 0 | 1) => void } => {
    const one = world();
    one.online(1, 1);
    one.wait(60);
    const order = { comando_id: 'c1', accion: 'off', estado: 'confirmado', detalle: null, ts: T0 } as const;
    one.say({ tipo: 'comando', switch_id: 1, dispositivo_id: null, max_s: null, ...order });
    one.wait(40);
    one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 1, one.now()]], sensores: [] });
    const recall = (discrepancia: 0 | 1): void => {
      const estado = { placa_id: 1, pines: [{ pin: 4, estado: 1, ts: one.now() }], sensores: [] };
      const mandos = [{ switch_id: 1, discrepancia, comando: order, bloqueo: null, fin: null }];
      const connection = { placa_id: 1, online: 1, ultimo_visto: one.now(), reloj_adelantado: 0 };
      one.engine.field.recall({ ...estado, mandos } as never, connection as never, one.now());
    };
    return { one, recall };
  };

  it('raises an alarm when device-gateway sees no program or rule behind it', () => {
    const { one, recall } = turnedOnAfterOff();
    expect(hasDoubt(one.engine.field, one.now())).toBe(true);
    recall(1);
    expect(hasDoubt(one.engine.field, one.now())).toBe(false);
    one.wait(120);
    expect(one.done).toContain('open discrepancia switch:1');
  });

  it('raises no alarm when a program turned it on, nor before that is known', () => {
    const { one, recall } = turnedOnAfterOff();
    one.wait(120);
    expect(one.done).not.toContain('open discrepancia switch:1');
    recall(0);
    one.wait(120);
    expect(one.done).not.toContain('open discrepancia switch:1');
    expect(hasDoubt(one.engine.field, one.now())).toBe(false);
  });
});
