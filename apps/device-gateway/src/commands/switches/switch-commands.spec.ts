import { type AppError, COMANDO_EXPIRY_MS, type LivePayload, MAX_ENCENDIDO_S, MIN_OFF_S } from '@acequia/contracts';
import { admin, Gateway, until } from '../../gateway.fixture.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { Board, click, ends, ledger } from './board.fixture.js';
import { TwoGateways } from './two-gateways.fixture.js';

const usuario = { ...admin, usuario_id: 20, rol: 'usuario' } as const;

describe('commands to switches, with two gateways', () => {
  let gateways: TwoGateways;
  let first: Gateway;
  let second: Gateway;
  const assigned: number[] = [];

  beforeAll(async () => {
    gateways = await TwoGateways.start(assigned);
    ({ first, second } = gateways);
  });
  afterAll(() => gateways?.stop());

  const expire = (id: number): Promise<unknown> =>
    first.sql(`UPDATE comandos SET vence_en = clock_timestamp() - interval '6 s' WHERE entidad_id = $1`, [id]);

  it('reach the board once, never retained, with expiry and limit, and are confirmed by its answer', async () => {
    const { id, board } = await gateways.connected();
    const messages = await first.watch();
    const before = Date.now();
    const answer = await click(first, id);
    expect(answer.estado).toMatch(/enviado|confirmado/);
    expect(await ends(first, id, 'confirmado')).toMatchObject({
      comando_id: answer.comando_id,
      entidad: 'switch',
      switch_id: id,
      accion: 'on',
      max_s: MAX_ENCENDIDO_S.selenoide,
      usuario_id: 7,
      ip: '203.0.113.9',
    });
    expect(board.commands).toEqual([
      { id: answer.comando_id, pin: 4, on: true, max_s: MAX_ENCENDIDO_S.selenoide, exp: expect.any(Number) as number },
    ]);
    expect((board.commands[0]?.exp ?? 0) - before).toBeGreaterThan(COMANDO_EXPIRY_MS - 2_000);
    const told = (): string[] =>
      messages
        .filter(({ event }) => event === 'switch:comando')
        .map(({ payload }) => (payload as LivePayload<'switch:comando'>).estado);
    // A live message follows the ledger and may arrive later.
    await until(() => told().includes('confirmado'));
    expect(told()).toEqual(['solicitado', 'enviado', 'confirmado']);
    expect(messages.map(({ payload }) => (payload as LivePayload<'switch:comando'>).max_s)).toContain(
      MAX_ENCENDIDO_S.selenoide,
    );
    expect(messages.every(({ audience }) => audience.switches?.includes(id))).toBe(true);
  });

  it('are delivered by the instance that holds the connection', async () => {
    const { id, board } = await gateways.connected(second);
    expect((await click(first, id, { duracion_s: 60 })).estado).not.toBe('solicitado');
    await ends(first, id, 'confirmado');
    expect(board.commands).toHaveLength(1);
    expect(board.commands[0]).toMatchObject({ on: true, max_s: 60 });
  });

  it('an ON too soon after an OFF is refused with the seconds that are left; the OFF never is', async () => {
    const numero = gateways.nextNumber();
    await first.switch(numero, await first.placa(numero), 4, null, 'motor');
    await second.app.get(PlacaDirectory).refresh();
    await Board.connect(await first.connect(numero), numero);
    const run = async (accion: 'on' | 'off') => {
      await click(first, numero, { accion });
      await ends(first, numero, 'confirmado');
    };
    await run('on');
    await run('off');
    const refusal = await click(second, numero).catch((error: unknown) => error as AppError);
    expect(refusal).toMatchObject({ codigo: 'switch_en_reposo', wait_s: expect.any(Number) as number });
    expect((refusal as AppError).texto).toContain(`${(refusal as AppError).wait_s} segundos`);
    expect((refusal as AppError).wait_s).toBeLessThanOrEqual(MIN_OFF_S.motor);
    expect((await click(second, numero, { accion: 'off' })).estado).not.toBe('rechazado');
    await ends(first, numero, 'confirmado');
    await first.sql(`UPDATE comandos SET enviado_en = enviado_en - interval '2 minutes' WHERE entidad_id = $1`, [
      numero,
    ]);
    const [estado, field] = [`{estado:${numero + 1_000}}`, 'o4'];
    // What the board told of its first OFF may be stored after it was answered.
    await until(async () => (await gateways.parts.volatile.client().hget(estado, field)) !== null);
    await gateways.parts.volatile.client().hset(estado, field, Date.now() - 120_000);
    await run('on');
  });

  it('are taken from a service too, whose keys nobody remembers', async () => {
    const { id } = await gateways.connected();
    const service = { tipo: 'sistema', servicio: 'automation' } as const;
    await click(first, id, { caller: service, clave: 'turno:1', duracion_s: 60 });
    expect(await ends(first, id, 'confirmado')).toMatchObject({ max_s: 60, usuario_id: null });
  });

  it('of a program last no longer than its token allows, and are named after it', async () => {
    const program = { ...admin, token: { id: 3, nombre: 'ERP', max_s: 90 } };
    const [one, other] = [await gateways.connected(), await gateways.connected()];
    await click(first, one.id, { caller: program });
    expect(await ends(first, one.id, 'confirmado')).toMatchObject({
      max_s: 90,
      usuario_id: admin.usuario_id,
      usuario_nombre: 'API «ERP»',
    });
    expect(one.board.commands).toMatchObject([{ on: true, max_s: 90 }]);
    const refusal = await click(first, other.id, { caller: program, duracion_s: 91 }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ codigo: 'sin_permiso', texto: expect.stringContaining('1 min 30 s') as string });
    await click(first, other.id, { caller: program, duracion_s: 60 });
    expect(await ends(first, other.id, 'confirmado')).toMatchObject({ max_s: 60 });
    // A token without a limit has the switch's.
    const free = { ...program, token: { ...program.token, max_s: null } };
    const third = await gateways.connected();
    await click(first, third.id, { caller: free });
    expect(await ends(first, third.id, 'confirmado')).toMatchObject({ max_s: MAX_ENCENDIDO_S.selenoide });
    await click(first, third.id, { caller: program, accion: 'off', duracion_s: 3_600 });
    await ends(first, third.id, 'confirmado');
  });

  it('an OFF leaves, though one from before the last ON was never answered', async () => {
    const { id, board } = await gateways.connected();
    const obey = board.answer;
    board.answer = () => null;
    await click(first, id, { accion: 'off' });
    await until(() => board.commands.length === 1);
    board.answer = obey;
    await click(first, id);
    await ends(first, id, 'confirmado');
    await click(second, id, { accion: 'off' });
    await until(() => board.commands.length === 3);
    expect(board.commands.map(({ on }) => on)).toEqual([false, true, false]);
  });

  it('that the board refuses end with its reason; one that came late is expired', async () => {
    const { id, board } = await gateways.connected();
    board.answer = (command) => ({ id: command.id, ok: false, error: 'unknown_pin' });
    await click(first, id);
    expect((await ends(first, id, 'rechazado')).detalle).toContain('pin');
    await gateways.later(id);
    board.answer = (command) => ({ id: command.id, ok: false, error: 'expired' });
    await click(first, id);
    await ends(first, id, 'vencido');
    await gateways.later(id);
    board.answer = ({ id: of, pin }) => ({ id: of, ok: true, pins: { [pin]: 0 } });
    await click(first, id);
    expect((await ends(first, id, 'rechazado')).detalle).toContain('apagado');
  });

  it('to a deaf board are never confirmed by what it said before, nor by a clock that runs ahead', async () => {
    const { id, board } = await gateways.connected();
    board.answer = () => null;
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 1 } }));
    await click(first, id);
    await board.say('telemetry', JSON.stringify({ ts: Date.now() + 60_000, pins: { 4: 1 } }));
    await expire(id);
    expect((await ends(first, id, 'sin_respuesta')).detalle).toContain('no respondió');
  });

  it('are confirmed by a newer sample when the answer was lost, also after they were given up', async () => {
    const { id, board } = await gateways.connected();
    board.answer = () => null;
    await click(first, id);
    await board.say('telemetry', JSON.stringify({ ts: Date.now() + 5, pins: { 4: 1 } }));
    await ends(first, id, 'confirmado');
    await click(first, id, { accion: 'off' });
    await expire(id);
    await ends(first, id, 'sin_respuesta');
    await board.say('telemetry', JSON.stringify({ ts: Date.now(), pins: { 4: 0 } }));
    await ends(first, id, 'confirmado');
  });

  it('wait for a board that is away, and leave with its return or expire', async () => {
    const id = await gateways.wired();
    expect((await click(first, id)).estado).toBe('solicitado');
    const board = await Board.connect(await second.connect(id), id);
    await ends(first, id, 'confirmado');
    board.client.end(true);
    await until(async () => !(await first.online(id + 1_000)));
    await click(first, id, { accion: 'off' });
    await expire(id);
    expect((await ends(first, id, 'vencido')).detalle).toContain('no se envió');
    const back = await Board.connect(await first.connect(id), id);
    await click(first, id);
    await ends(first, id, 'confirmado');
    expect(back.commands.map(({ on }) => on)).toEqual([true]);
  });

  it('an OFF is not kept waiting by an ON, and an ON that has not left does not leave after it', async () => {
    const { id, board } = await gateways.connected();
    board.answer = ({ id: of, pin, on }) => (on ? null : { id: of, ok: true, pins: { [pin]: 0 } });
    await click(first, id);
    await click(first, id, { accion: 'off' });
    await ends(first, id, 'confirmado');
    expect(board.commands.map(({ on }) => on)).toEqual([true, false]);
    const away = await gateways.wired();
    await click(first, away);
    await click(first, away, { accion: 'off' });
    const late = await Board.connect(await first.connect(away), away);
    await ends(first, away, 'confirmado');
    expect(late.commands.map(({ on }) => on)).toEqual([false]);
    expect((await ledger(first, away)).map(({ estado }) => estado)).toEqual(['confirmado', 'vencido']);
  });

  it('an answer of another board settles nothing', async () => {
    const [{ id, board }, other] = [await gateways.connected(), await gateways.connected()];
    board.answer = () => null;
    const { comando_id } = await click(first, id);
    await other.board.say('result', JSON.stringify({ id: comando_id, ok: true, pins: { 4: 1 } }));
    await other.board.say('result', JSON.stringify({ id: 'no-es-un-comando', ok: true }));
    await expire(id);
    await ends(first, id, 'sin_respuesta');
  });

  it('a gateway that ends between sent and answered is not missed', async () => {
    const third = await Gateway.start(gateways.parts, { INSTANCE_ID: 'gw-3' });
    const id = await gateways.wired();
    await third.app.get(PlacaDirectory).refresh();
    const board = await Board.connect(await third.connect(id), id);
    board.answer = () => null;
    await click(third, id);
    await until(() => board.commands.length === 1);
    await third.stop(false);
    const back = await Board.connect(await first.connect(id), id);
    const [command] = board.commands;
    await back.say('result', JSON.stringify({ id: command?.id, ok: true, pins: { 4: 1 } }));
    await ends(first, id, 'confirmado');
    expect(back.commands).toHaveLength(0);
  });

  it('for longer than the switch may stay on are refused, and ON to an inactive switch', async () => {
    const id = await gateways.wired();
    const tooLong = click(first, id, { duracion_s: MAX_ENCENDIDO_S.selenoide + 1 });
    await expect(tooLong).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    await first.sql('UPDATE switches SET activo = 0 WHERE id = $1', [id]);
    await expect(click(first, id)).rejects.toMatchObject({ codigo: 'comando_rechazado' });
    expect((await click(first, id, { accion: 'off' })).estado).toBe('solicitado');
  });

  it('to a switch that is foreign, absent or not assigned do not exist', async () => {
    const [id, mine] = [await gateways.wired(), await gateways.wired()];
    assigned.push(mine);
    for (const [target, caller] of [
      [999_999, admin],
      [id, { ...admin, empresa_id: 2 }],
      [id, usuario],
      [mine, { ...usuario, empresa_id: 2 }],
    ] as const) {
      await expect(click(first, target, { caller })).rejects.toMatchObject({ codigo: 'no_encontrado' });
      await expect(ledger(first, target, caller)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    }
    expect((await click(first, mine, { caller: usuario })).estado).toBe('solicitado');
    expect(await ledger(first, mine, usuario)).toHaveLength(1);
  });
});
