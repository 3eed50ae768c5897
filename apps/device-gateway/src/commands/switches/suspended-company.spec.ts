import { admin, Gateway, Parts, telemetry, until } from '../../gateway.fixture.js';
import { Board, click, ends, ledger } from './board.fixture.js';

describe('a company that is suspended', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(async () => {
    await gateway?.stop();
    await parts?.stop();
  });

  const empresa = (activa: 0 | 1, fecha_vencimiento: string) =>
    gateway.project((repository, tx) =>
      repository.saveEmpresa(tx, {
        id: 1,
        nombre: 'Rancho',
        activa,
        zona_horaria: 'America/Tijuana',
        fecha_vencimiento,
      }),
    );

  it('keeps its data and its limits, and turns nothing on for its people; an OFF passes', async () => {
    await empresa(0, '2999-01-01');
    await gateway.switch(1, await gateway.placa(1), 4, null, 'selenoide', 30);
    const board = await Board.connect(await gateway.connect(1), 1);
    const since = Date.now() - 40_000;
    await board.client.publishAsync(telemetry(1), JSON.stringify({ ts: since, pins: { 4: 1 } }), { qos: 1 });
    expect((await gateway.rows()).estados).toHaveLength(1);
    await board.say('telemetry', JSON.stringify({ ts: since + 39_000, pins: { 4: 1 } }));
    expect(await ends(gateway, 1, 'confirmado')).toMatchObject({ accion: 'off', usuario_id: null });
    expect(board.commands).toMatchObject([{ on: false }]);

    await expect(click(gateway, 1)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    await empresa(1, '2020-01-01');
    await expect(click(gateway, 1)).rejects.toMatchObject({ codigo: 'sin_permiso' });
    await click(gateway, 1, { caller: { ...admin, rol: 'admin_global', empresa_id: null } });
    await until(() => board.commands.length === 2);
    await click(gateway, 1, { accion: 'off' });
    await until(() => board.commands.length === 3);
    await empresa(1, '2999-01-01');
    await click(gateway, 1, { duracion_s: 20 });
    await ends(gateway, 1, 'confirmado');
    expect((await ledger(gateway, 1))[0]).toMatchObject({ accion: 'on', usuario_id: 7 });
  });
});
