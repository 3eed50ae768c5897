import { connectBoard, eventually, Farm, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { ApiClient } from '@acequia/local';
import type { MqttClient } from 'mqtt';

let acequia: RunningAcequia;
let root: ApiClient;
let noisy: Farm;
let quiet: Farm;
let neighbour: MqttClient;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  noisy = await Farm.create(acequia, root);
  quiet = await Farm.create(acequia, root);
  neighbour = await quiet.connectBoard();
});

afterAll(async () => {
  await neighbour?.endAsync(true);
  await acequia?.stop();
});

const DAY = 86_400_000;
const reasonsOf = async (farm: Farm) =>
  (await farm.admin.api.call('placas.descartes', { params: { placa_id: farm.board.placa_id } })).map(
    ({ motivo }) => motivo,
  );

/** Another board still works: its sample is acknowledged and shown. */
async function expectNeighbourWorks(): Promise<void> {
  const ts = Date.now();
  await publishTelemetry(neighbour, quiet.board.id, { ts, pins: { 4: 1 } });
  await eventually(async () => {
    const [first] = await quiet.usuario.api.call('switches.de_usuario', { query: { usuario_id: quiet.usuario.id } });
    expect(first!.estado_ts).toBe(ts);
  });
}

describe('a message that makes no sense', () => {
  it.each([
    ['broken JSON', '{"pins":{"4":1', 'json_invalido'],
    ['NaN for a temperature', '{"sensors":{"15":{"t":NaN,"h":50}}}', 'json_invalido'],
    ['a pin that does not exist', { pins: { 24: 1 } }, 'pin_inexistente'],
    ['a clock two days ahead', { ts: Date.now() + 2 * DAY, pins: { 4: 1 } }, 'reloj_adelantado'],
    ['a sample older than what is kept', { ts: Date.now() - 20 * 365 * DAY, pins: { 4: 1 } }, 'fuera_de_retencion'],
    ['a temperature off the scale', { sensors: { 15: { t: 9000, h: 50 } } }, 'valor_fuera_de_rango'],
    ['a list where an object belongs', { pins: [1, 2] }, 'forma_invalida'],
  ])('%s is acknowledged, kept with its reason, and is never state', async (_name, payload, reason) => {
    const board = await noisy.connectBoard();
    await publishTelemetry(board, noisy.board.id, payload);
    await eventually(async () => expect(await reasonsOf(noisy)).toContain(reason));
    const list = await noisy.usuario.api.call('switches.de_usuario', { query: { usuario_id: noisy.usuario.id } });
    expect(list.map(({ estado, temperatura }) => [estado, temperatura])).toEqual([
      [null, null],
      [null, null],
    ]);
    await board.endAsync(true);
    await expectNeighbourWorks();
  });

  it('a packet of 2 MB ends that connection and no other', async () => {
    const board = await noisy.connectBoard();
    const closed = new Promise((resolve) => board.once('close', () => resolve(undefined)));
    board.on('error', () => undefined);
    board.publish(`acequia/v1/${noisy.board.id}/telemetry`, Buffer.alloc(2_000_000, 'x'), { qos: 1 });
    await closed;
    board.end(true);
    await expectNeighbourWorks();
  });
});

describe('a board', () => {
  it('with a wrong password, an unknown number or no credentials is refused', async () => {
    const wrong = [
      { ...noisy.board, password: 'otra' },
      { ...noisy.board, id: 999_999, username: '999999' },
      { ...noisy.board, username: '+' },
    ];
    for (const board of wrong) await expect(connectBoard(acequia.mqtt, board)).rejects.toThrow();
    await expect(connectBoard(acequia.mqtt, noisy.board, { username: '', password: '' })).rejects.toThrow();
  });

  it("cannot speak for another board, nor change what that board's switches show", async () => {
    await expectNeighbourWorks();
    const before = await quiet.usuario.api.call('switches.de_usuario', { query: { usuario_id: quiet.usuario.id } });
    const intruder = await noisy.connectBoard();
    intruder.on('error', () => undefined);
    intruder.publish(`acequia/v1/${quiet.board.id}/telemetry`, JSON.stringify({ pins: { 4: 0 } }), { qos: 1 });
    const refused = await intruder
      .subscribeAsync([`acequia/v1/${quiet.board.id}/command`, '#', '$SYS/#'], { qos: 1 })
      .then(
        (grants) => grants.every(({ qos }) => qos === 128),
        () => true,
      );
    expect(refused).toBe(true);
    intruder.end(true);
    await expectNeighbourWorks();
    const after = await quiet.usuario.api.call('switches.de_usuario', { query: { usuario_id: quiet.usuario.id } });
    expect(after[0]!.estado).toBe(before[0]!.estado);
  });

  it('that was revoked is cut off and stays out', async () => {
    const board = await noisy.connectBoard();
    const closed = new Promise((resolve) => board.once('close', () => resolve(undefined)));
    await root.call('placas.revocar', { params: { placa_id: noisy.board.placa_id } });
    await closed;
    await expect(noisy.connectBoard()).rejects.toThrow();
    await expectNeighbourWorks();
  });
});
