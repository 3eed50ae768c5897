import { encodeResult } from '@acequia/board-protocol';
import { MAX_ENCENDIDO_S } from '@acequia/contracts';
import { admin, type Gateway, until } from '../../gateway.fixture.js';
import { click, ends } from './board.fixture.js';
import { TwoGateways } from './two-gateways.fixture.js';

describe('commands to switches, with two gateways', () => {
  let gateways: TwoGateways;
  let first: Gateway;
  let second: Gateway;

  beforeAll(async () => {
    gateways = await TwoGateways.start();
    ({ first, second } = gateways);
  });
  afterAll(() => gateways?.stop());

  it('of a double click, of two instances and of a repeated key are one', async () => {
    const { id, board } = await gateways.connected();
    board.answer = () => null;
    const clave = 'clave-de-la-peticion';
    const answers = await Promise.all([
      click(first, id, { clave }),
      click(second, id),
      click(first, id, { clave }),
      click(second, id, { caller: { ...admin, usuario_id: 8 } }),
    ]);
    expect(new Set(answers.map(({ comando_id }) => comando_id)).size).toBe(1);
    expect(board.commands).toHaveLength(1);
  });

  it('of the same wish within a second are one, also when the first has ended; another wish or a later one is not', async () => {
    const { id, board } = await gateways.connected();
    const one = await click(first, id, { duracion_s: 60 });
    await ends(first, id, 'confirmado');
    const again = await click(second, id, { duracion_s: 60, caller: { ...admin, usuario_id: 8 } });
    expect(again).toEqual({ comando_id: one.comando_id, estado: 'confirmado' });
    expect((await click(second, id, { duracion_s: 90 })).comando_id).not.toBe(one.comando_id);
    await ends(first, id, 'confirmado');
    await gateways.later(id);
    await click(first, id, { duracion_s: 90 });
    await until(() => board.commands.length === 3);
    expect(board.commands.map(({ max_s }) => max_s)).toEqual([60, 90, 90]);
  });

  it('that Postgres refuses for another reason are not blamed on the key', async () => {
    const id = await gateways.wired();
    await click(first, id, { clave: 'una-clave' });
    await first.sql(`CREATE UNIQUE INDEX otra_regla ON comandos (entidad_id) WHERE entidad_id = ${id}`);
    const refused = click(first, id, { accion: 'off', clave: 'otra-clave-mas' });
    await expect(refused).rejects.toMatchObject({ constraint: 'otra_regla' });
    await first.sql('DROP INDEX otra_regla');
    const other = await gateways.wired();
    await expect(click(first, other, { clave: 'una-clave' })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('a key answers the same command after it ended, and is not for another one', async () => {
    const { id, board } = await gateways.connected();
    const clave = 'otra-clave';
    const { comando_id } = await click(first, id, { clave });
    await ends(first, id, 'confirmado');
    expect(await click(second, id, { clave })).toEqual({ comando_id, estado: 'confirmado' });
    expect(board.commands).toHaveLength(1);
    await expect(click(first, id, { clave, accion: 'off' })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('an OFF is not refused for its duration, nor when its key comes again with another', async () => {
    const { id, board } = await gateways.connected();
    const off = { accion: 'off', clave: 'clave-de-apagar', duracion_s: MAX_ENCENDIDO_S.selenoide + 1 } as const;
    const { comando_id } = await click(first, id, off);
    expect(await ends(first, id, 'confirmado')).toMatchObject({ comando_id, max_s: off.duracion_s });
    expect((await click(second, id, { ...off, duracion_s: 60 })).comando_id).toBe(comando_id);
    expect(board.commands).toMatchObject([{ on: false, max_s: off.duracion_s }]);
  });

  it('a key that joined another person’s command finds it after it ended', async () => {
    const { id, board } = await gateways.connected();
    board.answer = () => null;
    const { comando_id } = await click(first, id, { caller: { ...admin, usuario_id: 8 } });
    const joined = { clave: 'clave-que-se-une' };
    expect((await click(second, id, joined)).comando_id).toBe(comando_id);
    await until(() => board.commands.length === 1);
    await board.say('result', encodeResult({ id: comando_id, ok: true, pins: { 4: 1 } }));
    await ends(first, id, 'confirmado');
    await gateways.later(id);
    expect(await click(first, id, joined)).toEqual({ comando_id, estado: 'confirmado' });
    expect(board.commands).toHaveLength(1);
  });
});
