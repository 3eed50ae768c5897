import { encodeResult } from '@acequia/board-protocol';
import { sistema } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { Gateway, Parts, telemetry, until } from '../../gateway.fixture.js';
import { EstadoHandlers } from '../../overview/estado.handlers.js';
import { Board, click, ends } from '../../commands/switches/board.fixture.js';

const PER_MESSAGE = 50;

describe('the share of a board', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, { QUOTA_BOARD_BURST: '200', QUOTA_BOARD_PER_S: '100' });
  });
  afterAll(async () => {
    await gateway?.stop();
    await parts?.stop();
  });

  const batch = (from: number) =>
    JSON.stringify(Array.from({ length: PER_MESSAGE }, (_, i) => ({ ts: from + i, sensors: { 15: { t: 20 } } })));
  const used = async (placa_id: number) => {
    const [link] = await gateway.app
      .get(EstadoHandlers)
      .connection({ placas: [placa_id] }, { caller: sistema('inventory'), trace_id: 't', deadline: 0 });
    return link?.consumo;
  };

  it('slows only its samples: none is lost, answers and pings pass, other boards are not slowed', async () => {
    await gateway.switch(1, await gateway.placa(1), 4, null);
    await gateway.placa(2);
    const client = await gateway.connect(1, { keepalive: 1 });
    const board = await Board.connect(client, 1);
    board.answer = () => null;
    const neighbour = await gateway.connect(2);
    const began = Date.now();
    let acked = 0;
    const sent = Array.from({ length: 16 }, (_, i) =>
      client
        .publishAsync(telemetry(1), batch(began - 100_000 + i * PER_MESSAGE), { qos: 1 })
        .then(() => (acked += PER_MESSAGE)),
    );
    await until(() => acked >= 200);
    const answer = await click(gateway, 1);
    await until(() => board.commands.length === 1);
    void board.say('result', encodeResult({ id: answer.comando_id, ok: true, pins: { 4: 1 } }));
    await ends(gateway, 1, 'confirmado');
    await neighbour.publishAsync(telemetry(2), batch(began), { qos: 1 });
    expect(acked).toBeLessThan(16 * PER_MESSAGE);
    await eventually(async () => expect(await used(1_001)).toMatchObject({ frenada: 1, ritmo_max: 100 }));
    await Promise.all(sent);
    expect((Date.now() - began) / 1_000).toBeGreaterThan((16 * PER_MESSAGE - 200 - 2 * PER_MESSAGE) / 100);
    expect(client.connected).toBe(true);
    const stored = (await gateway.rows()).lecturas.filter(([placa_id]) => placa_id === 1_001);
    expect(new Set(stored.map(([, , ts]) => ts)).size).toBe(16 * PER_MESSAGE);
    expect((await used(1_001))?.hoy).toBe(16 * PER_MESSAGE);
    const own = gateway.app
      .get(EstadoHandlers)
      .consumption({ empresas: [1, 2] }, { caller: sistema('alerts'), trace_id: 't', deadline: 0 });
    // With what its second board sent.
    expect(await own).toEqual([
      { hoy: 17 * PER_MESSAGE, hoy_max: 500_000_000 },
      { hoy: 0, hoy_max: 500_000_000 },
    ]);
  });
});
