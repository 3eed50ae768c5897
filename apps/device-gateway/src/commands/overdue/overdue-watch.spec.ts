import { Gateway, Parts, until } from '../../gateway.fixture.js';
import { PlansService } from '../../plans/plans.service.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { Board, click, ends, ledger } from '../switches/board.fixture.js';

const [VALVE_PIN, FAN_PIN] = [4, 5] as const;
const HOUR_MS = 3_600_000;

describe('what is on for too long, with two gateways', () => {
  let parts: Parts;
  let first: Gateway;
  let second: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    first = await Gateway.start(parts, { INSTANCE_ID: 'gw-1' });
    second = await Gateway.start(parts, { INSTANCE_ID: 'gw-2' });
  });
  afterAll(() => parts.stop());

  const say = (board: Board, ts: number, pins: Record<number, 0 | 1>) =>
    board.say('telemetry', JSON.stringify({ ts, pins }));
  const field = (numero: number, name: string): Promise<string | null> =>
    parts.volatile.client().hget(`{estado:${numero + 1_000}}`, name);
  const told = (numero: number, pin: number, value: string) =>
    until(async () => (await field(numero, `p${pin}`)) === value);
  /** Moves the newest ON of each switch, so that its time is over at a moment that the test chooses. */
  const sentAt = (ids: number[], ts: number) =>
    first.sql(
      `UPDATE comandos SET enviado_en = to_timestamp($2::bigint / 1000.0) WHERE entidad_id = ANY($1) AND accion = 'on'`,
      [ids, ts],
    );
  /** A board at the first gateway whose switches were turned on for 10 s, in the ledger an hour from now. */
  const turnedOn = async (numero: number, since: number, switches: Record<number, number>): Promise<Board> => {
    const placa_id = await first.placa(numero);
    for (const [id, pin] of Object.entries(switches)) await first.switch(Number(id), placa_id, pin, null);
    await second.app.get(PlacaDirectory).refresh();
    const board = await Board.connect(await first.connect(numero), numero);
    board.answer = (command) => ({ id: command.id, ok: true, pins: {} });
    for (const id of Object.keys(switches).map(Number)) {
      await click(first, id, { duracion_s: 10 });
      await ends(first, id, 'confirmado');
      await sentAt([id], Date.now() + HOUR_MS);
    }
    await say(board, since, Object.fromEntries(Object.values(switches).map((pin) => [pin, 1])));
    for (const pin of Object.values(switches)) await told(numero, pin, `${since}:1`);
    return board;
  };

  it('goes by the shared state: a switch turned on at the other gateway is not turned off by an old state of the first', async () => {
    const since = Date.now() - 120_000;
    await turnedOn(900, since, { 900: VALVE_PIN, 901: FAN_PIN });
    await turnedOn(910, since, { 910: VALVE_PIN });
    const moved = await Board.connect(await second.connect(900), 900);
    await say(moved, since + 60_000, { [VALVE_PIN]: 0, [FAN_PIN]: 0 });
    await told(900, FAN_PIN, `${since + 60_000}:0`);
    await say(moved, since + 110_000, { [VALVE_PIN]: 0, [FAN_PIN]: 1 });
    await told(900, FAN_PIN, `${since + 110_000}:1`);

    // The times of all three are over at once; the first gateway looks at the board that stayed after the one that moved.
    await sentAt([900, 901, 910], since + 30_000);
    await until(async () => (await ledger(first, 910)).some(({ accion }) => accion === 'off'));
    for (const id of [900, 901])
      expect((await ledger(first, id)).map(({ accion, estado }) => [accion, estado])).toEqual([['on', 'confirmado']]);
  });

  it('stays on past the end of its order while a turn of its board holds it', async () => {
    const since = Date.now() - 120_000;
    await turnedOn(930, since, { 930: VALVE_PIN, 931: FAN_PIN });
    const run = {
      id: 'r-s930',
      pin: VALVE_PIN,
      at: Math.floor(since / 1_000) + 5,
      secs: 600,
      late_s: 0,
      link: 0 as const,
    };
    await first.app.get(PlansService).agenda({ placa_id: 1_930, rev: 1, until: run.at + 86_400, runs: [run] });
    const offs = async (id: number) => (await ledger(first, id)).filter(({ accion }) => accion === 'off').length;
    // Both orders are over; the watch that turns one off has also looked at the other.
    await sentAt([930, 931], since);
    await until(async () => (await offs(931)) === 1);
    expect(await offs(930)).toBe(0);
  });

  it('takes no end from an order that its board refused', async () => {
    const since = Date.now() - 120_000;
    const board = await turnedOn(940, since, { 940: VALVE_PIN, 941: FAN_PIN });
    await sentAt([940], since);
    await first.sql(`UPDATE comandos SET max_s = 3600 WHERE entidad_id = 940`);
    board.answer = (command) => ({ id: command.id, ok: false, error: 'locked' });
    await click(first, 940, { duracion_s: 10 });
    await ends(first, 940, 'rechazado');
    await first.sql(
      `UPDATE comandos SET enviado_en = to_timestamp($1::bigint / 1000.0) WHERE entidad_id = 940 AND estado = 'rechazado'`,
      [since + 30_000],
    );
    await sentAt([941], since);
    await until(async () => (await ledger(first, 941)).some(({ accion }) => accion === 'off'));
    expect((await ledger(first, 940)).map(({ accion }) => accion)).toEqual(['on', 'on']);
  });

  it('is turned off by its own gateway even while the state cannot be read', async () => {
    const since = Date.now() - 120_000;
    const board = await turnedOn(920, since, { 920: VALVE_PIN });
    await parts.volatile.kill();
    await sentAt([920], since + 30_000);
    await until(() => board.commands.at(-1)?.on === false);
    await parts.volatile.restart();
  });
});
