import { type CallRequest, MAX_ENCENDIDO_S, sistema } from '@acequia/contracts';
import { admin, Gateway, Parts, until } from '../../gateway.fixture.js';
import { EnclavamientosProjection } from '../../registry/enclavamientos.projection.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { BloqueosHandlers } from '../lockouts/bloqueos.handlers.js';
import { Board, click, ends, ledger } from './board.fixture.js';
import { SwitchCommandsHandlers } from './switch-commands.handlers.js';

const service = { caller: sistema('automation'), trace_id: 't', deadline: 0 };

describe('orders of a service to several switches, with two gateways', () => {
  let parts: Parts;
  let first: Gateway;
  let second: Gateway;
  let authTenancy: StandIn;
  let next = 1_200;

  beforeAll(async () => {
    parts = await Parts.start();
    first = await Gateway.start(parts, { INSTANCE_ID: 'gw-1' });
    second = await Gateway.start(parts, { INSTANCE_ID: 'gw-2' });
    authTenancy = await startStandIn(parts, 'auth-tenancy', { 'usuarios.nombre': async () => ({ nombre: 'Rosa' }) });
  });
  afterAll(async () => {
    await authTenancy?.stop();
    await parts?.stop();
  });

  /** A switch whose board is away. */
  const wired = async (): Promise<number> => {
    const id = next++;
    await first.switch(id, await first.placa(id), 4, null);
    await second.app.get(PlacaDirectory).refresh();
    return id;
  };
  const connected = async (gateway = first): Promise<{ id: number; board: Board }> => {
    const id = await wired();
    return { id, board: await Board.connect(await gateway.connect(id), id) };
  };
  const turnOn = (ordenes: CallRequest<'switches.encender_lote'>['ordenes'], context: typeof service = service) =>
    first.app.get(SwitchCommandsHandlers).turnOnAll({ ordenes }, context);

  it('leave together, each in the ledger for itself, whichever instance holds its board', async () => {
    const [a, b, c] = [await connected(), await connected(second), await connected()];
    const ordenes = [a, b, c].map(({ id }, n) => ({ id, duracion_s: 60 + n }));
    expect(await turnOn(ordenes)).toEqual([null, null, null]);
    for (const [n, { id, board }] of [a, b, c].entries()) {
      const expected = { accion: 'on', max_s: 60 + n, usuario_id: null, ip: '', navegador: '', motivo: null };
      expect(await ends(first, id, 'confirmado')).toMatchObject(expected);
      expect(board.commands).toMatchObject([{ pin: 4, on: true, max_s: 60 + n }]);
    }
  });

  it('are refused one by one: the others leave', async () => {
    const [free, locked, here, there] = [
      await connected(),
      await connected(),
      await connected(),
      await connected(second),
    ];
    const away = await wired();
    await first.app.get(BloqueosHandlers).lockOut({ id: locked.id, motivo: 'Fuga' }, { ...service, caller: admin });
    const group = { id: 1, empresa_id: 1, nombre: 'Turno', tipo: 'exclusion' as const, bomba_id: null };
    const rest = { switches: [here.id, there.id], retardo_encendido_s: 0, retardo_apagado_s: 0 };
    await first.project((_, tx) => first.app.get(EnclavamientosProjection).save(tx, { ...group, ...rest }));
    await there.board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 1 } }));
    await until(async () => (await parts.volatile.client().hlen(`{estado:${there.id + 1_000}}`)) > 0);
    const ids = [locked.id, here.id, 999_999, free.id, away];
    const answer = await turnOn([
      ...ids.map((id) => ({ id, duracion_s: 60 })),
      { id: free.id, duracion_s: MAX_ENCENDIDO_S.selenoide + 1 },
    ]);
    expect(answer).toEqual([
      {
        codigo: 'switch_bloqueado',
        texto: 'Bloqueado por Rosa: Fuga',
        frase: { codigo: 'bloqueado', nombre: 'Rosa', motivo: 'Fuga' },
      },
      expect.objectContaining({ codigo: 'switch_enclavado' }),
      expect.objectContaining({ codigo: 'no_encontrado' }),
      null,
      null,
      expect.objectContaining({ codigo: 'datos_invalidos' }),
    ]);
    await ends(first, free.id, 'confirmado');
    expect(free.board.commands).toMatchObject([{ on: true, max_s: 60 }]);
    expect([...locked.board.commands, ...here.board.commands]).toEqual([]);
    expect(await ledger(first, locked.id)).toEqual([]);
    expect(await ledger(first, here.id)).toMatchObject([{ estado: 'rechazado' }]);
    expect(await ledger(first, away)).toMatchObject([{ estado: 'solicitado' }]);
    // A service tries again by itself: the ledger keeps one refusal of the same reason.
    const again = [{ id: here.id, duracion_s: 59 }];
    expect(await turnOn(again)).toEqual([expect.objectContaining({ codigo: 'switch_enclavado' })]);
    expect(await ledger(first, here.id)).toMatchObject([{ max_s: 60 }]);
    await expect(click(first, here.id)).rejects.toMatchObject({ codigo: 'switch_enclavado' });
    expect(await ledger(first, here.id)).toHaveLength(2);
  });

  it('end an order that has not left yet, as every order does', async () => {
    const id = await wired();
    await click(first, id, { accion: 'off' });
    const order = { id, duracion_s: 60 };
    expect(await turnOn([order])).toEqual([null]);
    // While the first is open, the same order is the same command.
    expect(await turnOn([order, order])).toEqual([null, null]);
    expect((await ledger(first, id)).map(({ accion, estado }) => [accion, estado])).toEqual([
      ['on', 'solicitado'],
      ['off', 'vencido'],
    ]);
    const board = await Board.connect(await first.connect(id), id);
    await ends(first, id, 'confirmado');
    expect(board.commands).toMatchObject([{ on: true }]);
  });

  it('do not undo the OFF of a person that the service did not know of, whether it has left or not', async () => {
    const decided = Date.now() - 2_000;
    const [away, here] = [await wired(), await connected()];
    for (const id of [away, here.id]) await click(first, id, { accion: 'off' });
    await ends(first, here.id, 'confirmado');
    // As if the OFFs were not of this moment any more.
    await first.sql(`UPDATE comandos SET pedido_en = pedido_en - interval '1.5 s' WHERE entidad_id = ANY($1)`, [
      [away, here.id],
    ]);
    const order = (id: number, no_apagado_desde: number) => ({ id, duracion_s: 60, no_apagado_desde });
    const refused = expect.objectContaining({ codigo: 'switch_en_reposo' });
    const neighbour = await connected();
    expect(await turnOn([order(away, decided), order(here.id, decided), order(neighbour.id, decided)])).toEqual([
      refused,
      refused,
      null,
    ]);
    expect(await ledger(first, away)).toMatchObject([{ accion: 'off', estado: 'solicitado' }]);
    expect(await ledger(first, here.id)).toHaveLength(1);
    // Known OFFs, and those that a person took back, are no obstacle.
    const [off] = await ledger(first, away);
    expect(await turnOn([order(away, off!.ts)])).toEqual([null]);
    await click(first, here.id);
    await ends(first, here.id, 'confirmado');
    expect(await turnOn([order(here.id, decided)])).toEqual([null]);
  });

  it('are taken from no person', async () => {
    const { id, board } = await connected();
    await expect(
      first.app
        .get(SwitchCommandsHandlers)
        .turnOnAll({ ordenes: [{ id, duracion_s: 60 }] }, { ...service, caller: admin }),
    ).rejects.toMatchObject({ codigo: 'sin_permiso' });
    expect(await ledger(first, id)).toEqual([]);
    expect(board.commands).toEqual([]);
  });
});
