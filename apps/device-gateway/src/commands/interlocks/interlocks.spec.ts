import { admin, Gateway, Parts, until } from '../../gateway.fixture.js';
import { EnclavamientosProjection } from '../../registry/enclavamientos.projection.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { EstadoService } from '../../overview/estado.service.js';
import { grantsOf, type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { Board, click, ends, ledger } from '../switches/board.fixture.js';

const [PIN_A, PIN_B, PUMP_PIN] = [4, 5, 18] as const;

describe('interlock groups, with two gateways', () => {
  let parts: Parts;
  let first: Gateway;
  let second: Gateway;
  let next = 700;
  let interlockGroup = 1;
  let authTenancy: StandIn;
  let assigned: number[] = [];

  beforeAll(async () => {
    parts = await Parts.start();
    authTenancy = await startStandIn(parts, 'auth-tenancy', {
      'asignaciones.de_usuario': grantsOf(() => ({ switches: assigned })),
      'usuarios.nombres': async () => [],
    });
    first = await Gateway.start(parts, { INSTANCE_ID: 'gw-1' });
    second = await Gateway.start(parts, { INSTANCE_ID: 'gw-2' });
  });
  afterAll(async () => {
    await authTenancy?.stop();
    await parts.stop();
  });

  /** A connected board that has sent nothing yet, with a switch on pin 4. */
  const connected = async (gateway = first): Promise<{ id: number; board: Board }> => {
    const id = next++;
    await first.switch(id, await first.placa(id), PIN_A, null);
    await second.app.get(PlacaDirectory).refresh();
    return { id, board: await Board.connect(await gateway.connect(id), id) };
  };
  const say = (board: Board, pins: Record<number, 0 | 1>, ts = Date.now()) =>
    board.say('telemetry', JSON.stringify({ ts, pins }));
  const group = async (tipo: 'exclusion' | 'requiere', switches: number[], bomba_id: number | null = null) => {
    await first.app.get(PlacaDirectory).refresh();
    const id = interlockGroup++;
    const data = { id, empresa_id: 1, nombre: 'Turno', tipo, switches, bomba_id };
    const retardos = { retardo_encendido_s: 0, retardo_apagado_s: bomba_id === null ? 0 : 1 };
    await first.project((_repository, tx) =>
      first.app.get(EnclavamientosProjection).save(tx, { ...data, ...retardos }),
    );
    return id;
  };
  const pin = async (id: number): Promise<0 | 1 | undefined> =>
    (await first.app.get(EstadoService).read([id + 1_000])).get(id + 1_000)?.estado?.pines[0]?.estado;
  const seen = (id: number, estado: 0 | 1) => until(async () => (await pin(id)) === estado);
  /** Two switches that may not be on together, both off. */
  const pair = async () => {
    const [a, b] = [await connected(first), await connected(second)];
    await group('exclusion', [a.id, b.id]);
    await Promise.all([say(a.board, { [PIN_A]: 0 }), say(b.board, { [PIN_A]: 0 })]);
    await Promise.all([seen(a.id, 0), seen(b.id, 0)]);
    return { a, b };
  };

  it('refuse an ON with the name of the other switch, and write the refusal down', async () => {
    const { a, b } = await pair();
    await click(first, a.id);
    await ends(first, a.id, 'confirmado');
    await seen(a.id, 1);
    const texto = `No se puede encender: el switch «switch ${a.id}» está encendido y no pueden estar juntos.`;
    await expect(click(second, b.id)).rejects.toMatchObject({ codigo: 'switch_enclavado', status: 409, texto });
    expect(await ledger(first, b.id)).toMatchObject([{ estado: 'rechazado', detalle: texto, enviado_ts: null }]);
    expect(b.board.commands).toEqual([]);
    await click(first, a.id, { accion: 'off' });
    await ends(first, a.id, 'confirmado');
    await seen(a.id, 0);
    await click(second, b.id);
    await ends(second, b.id, 'confirmado');
  });

  it('name the other switch only to a usuario to whom it is assigned, in the answer and in the list of commands', async () => {
    const { a, b } = await pair();
    await click(first, a.id);
    await ends(first, a.id, 'confirmado');
    await seen(a.id, 1);
    const readBy = async (usuario_id: number, switches: number[]) => {
      assigned = switches;
      const usuario = { ...admin, usuario_id, rol: 'usuario' } as const;
      const { texto } = await click(first, b.id, { caller: usuario }).then(
        () => ({ texto: 'on' }),
        (error: { texto: string }) => error,
      );
      const [newest] = await ledger(first, b.id, usuario);
      return [texto, newest?.detalle];
    };
    const named = `No se puede encender: el switch «switch ${a.id}» está encendido y no pueden estar juntos.`;
    const unnamed = 'No se puede encender: otro switch está encendido y no pueden estar juntos.';
    const messages = await second.watch();
    expect(await readBy(20, [b.id])).toEqual([unnamed, unnamed]);
    expect(await readBy(21, [a.id, b.id])).toEqual([named, named]);
    const detalle = { payload: { switch_id: b.id, detalle: named }, forUsuarios: unnamed };
    const refusals = () => messages.filter(({ forUsuarios }) => forUsuarios !== null);
    await until(async () => refusals().length === 2);
    expect(refusals()).toMatchObject([detalle, detalle]);
  });

  it('let exactly one of two ONs at once through, whichever gateway they come to', async () => {
    const { a, b } = await pair();
    const answers = await Promise.allSettled([click(first, a.id), click(second, b.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(a.board.commands.length + b.board.commands.length).toBe(1);
  });

  it('do not trust the state of a board that is away, or has not reported since it returned', async () => {
    const { a, b } = await pair();
    await say(b.board, { [PIN_A]: 0 }, Date.now() - 5_000);
    b.board.client.end(true);
    await until(async () => !(await first.online(b.id + 1_000)));
    const doubt = { codigo: 'switch_enclavado', texto: expect.stringContaining('no se sabe si') as string };
    await expect(click(first, a.id)).rejects.toMatchObject(doubt);
    // Makes the last report old: a report up to two seconds before the connection counts as after it.
    await parts.volatile.client().hset(`{estado:${b.id + 1_000}}`, `p${PIN_A}`, `${Date.now() - 9_000}:0`);
    const back = await Board.connect(await second.connect(b.id), b.id);
    await until(() => first.online(b.id + 1_000));
    await expect(click(first, a.id)).rejects.toMatchObject(doubt);
    await say(back, { [PIN_A]: 0 });
    await until(() =>
      click(first, a.id).then(
        () => true,
        () => false,
      ),
    );
  });

  it('keep a pump off without a valve, and stop it before the last one closes', async () => {
    const numero = next++;
    const placa = await first.placa(numero);
    const [una, another, pump] = [numero * 10, numero * 10 + 1, numero * 10 + 2];
    await first.switch(una, placa, PIN_A, null);
    await first.switch(another, placa, PIN_B, null);
    await first.switch(pump, placa, PUMP_PIN, null, 'motor');
    await group('requiere', [una, another], pump);
    const board = await Board.connect(await first.connect(numero), numero);
    await until(() => board.configs.at(-1)?.interlocks !== undefined);
    expect(board.configs.at(-1)?.interlocks).toEqual([
      { kind: 'requires', pin: PUMP_PIN, any: [PIN_A, PIN_B], on_delay_s: 0, off_delay_s: 1 },
    ]);
    await say(board, { [PIN_A]: 0, [PIN_B]: 0, [PUMP_PIN]: 0 });
    await until(async () => (await first.app.get(EstadoService).read([placa])).get(placa)?.estado?.pines.length === 3);
    const texto = `No se puede encender: antes debe estar abierta «switch ${una}» o «switch ${another}».`;
    await expect(click(first, pump)).rejects.toMatchObject({ codigo: 'switch_enclavado', texto });
    const obeys = async (id: number, accion: 'on' | 'off') => {
      await click(first, id, { accion });
      await ends(first, id, 'confirmado');
    };
    const encendido = (uno: number) =>
      until(async () => {
        const pines = (await first.app.get(EstadoService).read([placa])).get(placa)?.estado?.pines ?? [];
        return pines.find(({ pin: which }) => which === uno)?.estado === 1;
      });
    for (const [id, which] of [
      [una, PIN_A],
      [another, PIN_B],
      [pump, PUMP_PIN],
    ] as const) {
      await obeys(id, 'on');
      await encendido(which);
    }
    // Another valve is still open, so the OFF does not wait.
    await obeys(una, 'off');
    board.commands.length = 0;
    const { estado } = await click(second, another, { accion: 'off' });
    expect(estado).toBe('solicitado');
    await ends(first, another, 'confirmado');
    expect(board.commands.map(({ pin: which, on }) => [which, on])).toEqual([
      [PUMP_PIN, false],
      [PIN_B, false],
    ]);
    const [stop] = await ledger(first, pump);
    const [closure] = await ledger(first, another);
    expect(stop).toMatchObject({ accion: 'off', usuario_id: null, estado: 'confirmado' });
    expect(stop?.motivo).toContain(`«switch ${another}»`);
    expect((closure?.enviado_ts ?? 0) - (stop?.resuelto_ts ?? Infinity)).toBeGreaterThanOrEqual(1_000);
  });

  it('turn off the last one once when a board reports two on together, with two instances watching', async () => {
    const { a, b } = await pair();
    await say(a.board, { [PIN_A]: 1 });
    await seen(a.id, 1);
    await say(b.board, { [PIN_A]: 1 });
    const comando = await ends(first, b.id, 'confirmado');
    expect(comando).toMatchObject({ accion: 'off', usuario_id: null });
    expect(comando.motivo).toContain(`«switch ${a.id}»`);
    expect(b.board.commands).toMatchObject([{ on: false }]);
    expect(a.board.commands).toEqual([]);
  });

  it('stop a pump whose valve was closed by hand, also when the gateway that watched it is gone', async () => {
    const [valve, pump] = [await connected(second), await connected(second)];
    await say(valve.board, { [PIN_A]: 1 });
    await say(pump.board, { [PIN_A]: 1 });
    await Promise.all([seen(valve.id, 1), seen(pump.id, 1)]);
    await group('requiere', [valve.id], pump.id);
    await first.stop();
    await say(valve.board, { [PIN_A]: 0 });
    const { motivo } = await ends(second, pump.id, 'confirmado');
    expect(motivo).toContain('ninguna válvula');
    expect(pump.board.commands).toMatchObject([{ on: false }]);
  });
});
