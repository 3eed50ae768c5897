import {
  type ApiClient,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  sharedAcequia,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { broken, HOSTILE, mutated } from './hostile.js';
import { Random, SEED, WHOLE } from './random.js';

const MESSAGES = WHOLE ? 3_000 : 150;
const TOPICS = ['telemetry', 'status', 'result', 'runs'] as const;

const GOOD: Readonly<Record<(typeof TOPICS)[number], Record<string, unknown>>> = {
  telemetry: { seq: 1, ts: 1_795_239_713_569, pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21.5, h: 60.2 } } },
  status: { online: true, fw: '1.4.0', model: 'esp32', rssi: -61, boot: 'b3f1' },
  result: { id: 'no-existe', ok: true, pins: { 4: 1 } },
  runs: { id: 'no-existe', started: 1_795_239_713, secs: 60, end: 'done' },
};

const payload = (topic: (typeof TOPICS)[number], random: Random): Buffer => {
  const text = JSON.stringify(mutated(GOOD[topic], random));
  switch (random.below(6)) {
    case 0:
      return random.bytes(random.below(400));
    case 1:
      return Buffer.from(broken(text, random));
    case 2:
      return Buffer.from(JSON.stringify(random.of(HOSTILE)));
    case 3:
      return Buffer.from('['.repeat(1 + random.below(4_000)));
    default:
      return Buffer.from(text);
  }
};

describe('a board that sends garbage', () => {
  let acequia: RunningAcequia;
  let root: ApiClient;
  let noisy: Farm;
  let quiet: Farm;
  let neighbour: MqttClient;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
    [noisy, quiet] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
    neighbour = await quiet.connectBoard();
  });
  afterAll(async () => {
    await neighbour?.endAsync(true);
    await acequia?.stop();
  });

  const neighbourIsHeard = async (): Promise<void> => {
    const ts = Date.now();
    await publishTelemetry(neighbour, quiet.board.id, { ts, pins: { 4: 1 } });
    await eventually(async () => {
      const list = await quiet.usuario.api.call('switches.de_usuario', { query: { usuario_id: quiet.usuario.id } });
      expect(list[0]?.estado_ts).toBe(ts);
    });
  };

  it(`39. is acknowledged, noted with a reason, and the board next door is heard (seed ${SEED})`, async () => {
    const random = new Random(SEED);
    const board = await noisy.connectBoard();
    let closed = 0;
    board.on('error', () => undefined).on('close', () => (closed += 1));
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const topic = random.of(TOPICS);
      // Resolves with the PUBACK.
      await board.publishAsync(`acequia/v1/${noisy.board.id}/${topic}`, payload(topic, random), { qos: 1 });
      if (sent % 50 === 0) await neighbourIsHeard();
    }
    await neighbourIsHeard();
    expect(closed).toBe(0);
    const noted = await noisy.admin.api.call('placas.descartes', { params: { placa_id: noisy.board.placa_id } });
    console.log(`MQTT fuzz, seed ${SEED}: ${MESSAGES} messages, ${noted.length} noted`);
    expect(noted.length).toBeGreaterThan(0);
    expect(noted.every(({ motivo }) => motivo.length > 0)).toBe(true);
    const others = await quiet.admin.api.call('placas.descartes', { params: { placa_id: quiet.board.placa_id } });
    expect(others).toEqual([]);
    await board.endAsync(true);
  });

  it('39. is not heard beyond its own topics, whatever it names', async () => {
    const board = await noisy.connectBoard();
    board.on('error', () => undefined);
    for (const topic of [
      `acequia/v1/${quiet.board.id}/telemetry`,
      `acequia/v1/${quiet.board.id}/status`,
      `acequia/v1/${noisy.board.id}/command`,
      '$SYS/broker',
      'acequia',
      '/',
    ]) {
      if (!board.connected) break;
      board.publish(topic, JSON.stringify({ online: false, pins: { 4: 0 } }), { qos: 0 });
    }
    await neighbourIsHeard();
    const list = await quiet.usuario.api.call('switches.de_usuario', { query: { usuario_id: quiet.usuario.id } });
    expect(list[0]).toMatchObject({ estado: 1, placa_online: 1 });
    board.end(true);
  });
});
