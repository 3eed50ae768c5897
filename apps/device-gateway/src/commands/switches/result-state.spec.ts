import type { LivePayload } from '@acequia/contracts';
import { Gateway, Parts, until } from '../../gateway.fixture.js';
import { EstadoService } from '../../overview/estado.service.js';
import { Board, click, ends } from './board.fixture.js';

const PIN = 4;

describe("the pins of a board's answer", () => {
  let parts: Parts;
  let gateway: Gateway;
  let next = 900;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  const connected = async (): Promise<{ id: number; board: Board }> => {
    const id = next++;
    await gateway.switch(id, await gateway.placa(id), PIN, null);
    return { id, board: await Board.connect(await gateway.connect(id), id) };
  };
  const say = (board: Board, estado: 0 | 1, ts: number) =>
    board.say('telemetry', JSON.stringify({ ts, pins: { [PIN]: estado } }));
  const state = async (id: number) =>
    (await gateway.app.get(EstadoService).read([id + 1_000])).get(id + 1_000)?.estado?.pines[0] ?? null;

  it('are its state at once, told live, and no older sample undoes them', async () => {
    const { id, board } = await connected();
    const messages = await gateway.watch();
    await say(board, 0, Date.now() - 1_000);
    await until(async () => (await state(id))?.estado === 0);
    await click(gateway, id);
    await until(async () => (await state(id))?.estado === 1);
    const told = () =>
      messages
        .filter(({ event }) => event === 'switch:estado')
        .map(({ payload }) => payload as LivePayload<'switch:estado'>)
        .filter((payload) => payload.switch_id === id);
    await until(() => told().at(-1)?.estado === 1);
    const ts = (await state(id))?.ts ?? 0;
    await say(board, 0, ts - 10);
    await say(board, 1, ts + 10);
    await until(async () => (await state(id))?.ts === ts + 10);
    expect(
      told()
        .map(({ estado }) => estado)
        .filter((estado, i, all) => estado !== all[i - 1]),
    ).toEqual([0, 1]);
    await say(board, 0, ts + 20);
    await until(async () => (await state(id))?.estado === 0);
  });

  it('bear the time of its own clock, so that what it says next is newer', async () => {
    const { id, board } = await connected();
    const behind = 30_000;
    await say(board, 0, Date.now() - behind);
    await until(async () => (await state(id))?.estado === 0);
    await click(gateway, id);
    await until(async () => (await state(id))?.estado === 1);
    expect(Math.abs(Date.now() - behind - ((await state(id))?.ts ?? 0))).toBeLessThan(behind / 2);
    await say(board, 0, Date.now() - behind + 1);
    await until(async () => (await state(id))?.estado === 0);
  });

  it('say nothing once the answer comes so late that nobody knows when it was true', async () => {
    const { id, board } = await connected();
    board.answer = () => null;
    const { comando_id } = await click(gateway, id);
    await gateway.sql(`UPDATE comandos SET vence_en = clock_timestamp() - interval '20 s' WHERE comando_id = $1`, [
      comando_id,
    ]);
    await board.say('result', JSON.stringify({ id: comando_id, ok: true, pins: { [PIN]: 1 } }));
    await ends(gateway, id, 'confirmado');
    expect(await state(id)).toBeNull();
  });
});
