import type { MqttClient } from 'mqtt';
import { connect as dial } from 'node:net';
import { generate } from 'mqtt-packet';
import { closed, Gateway, Parts, telemetry, until } from '../../gateway.fixture.js';
import { CONNECT_MAX_BYTES, PACKET_MAX_BYTES } from './packet-meter.js';

interface Letter {
  motivo: string;
  topico: string;
  contenido: string;
  detalle: string;
}

describe('the embedded door', () => {
  let parts: Parts;
  let gateway: Gateway;
  let neighbour: MqttClient;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, { MQTT_CONNECT_TIMEOUT_MS: '700' });
    await gateway.placa(1);
    await gateway.placa(2);
    neighbour = await gateway.connect(2);
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
  });

  let seq = 0;
  /** Checks that another board still works. */
  const expectNeighbourFine = async (): Promise<void> => {
    const ts = Date.now() - 60_000 + ++seq;
    await neighbour.publishAsync(telemetry(2), JSON.stringify({ ts, pins: { 5: 1 } }), { qos: 1 });
    const { estados } = await gateway.rows();
    expect(estados).toContainEqual([1_002, ts, 1 << 5, 0, 0, 0]);
  };
  const letters = (placa_id: number): Promise<Letter[]> =>
    gateway.sql<Letter>('SELECT motivo, topico, contenido, detalle FROM descartes WHERE placa_id = $1 ORDER BY id', [
      placa_id,
    ]);
  /** Sends these bytes over a raw socket; resolves when the gateway hangs up. */
  const hangsUp = async (...bytes: Buffer[]): Promise<void> => {
    const socket = dial(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    for (const piece of bytes) socket.write(piece);
    await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));
  };

  describe('what is stored', () => {
    it('is in the stream when the board is acknowledged', async () => {
      const board = await gateway.connect(1);
      const ts = Date.now();
      const sample = { seq: 1, ts, pins: { 4: 1, 5: 0, 33: 1 }, sensors: { 15: { t: 21.5, h: 60.2 }, 16: { t: -3 } } };
      await board.publishAsync(telemetry(1), JSON.stringify(sample), { qos: 1 });
      const { lecturas, estados } = await gateway.rows();
      expect(lecturas).toEqual([
        [1_001, 15, ts, 2_150, 6_020],
        [1_001, 16, ts, -300, null],
      ]);
      expect(estados).toEqual([[1_001, ts, 1 << 4, 1 << 13, 1 << 5, 0]]);
    });

    it('includes every buffered sample of one message', async () => {
      const board = await gateway.connect(1);
      const first = Date.now() - 86_400_000;
      const samples = Array.from({ length: 500 }, (_, i) => ({ seq: i, ts: first + i, pins: { 4: i % 2 } }));
      await board.publishAsync(telemetry(1), JSON.stringify(samples), { qos: 1 });
      const { estados } = await gateway.rows();
      expect(new Set(estados.filter(([id, ts]) => id === 1_001 && ts! < first + 500).map(([, ts]) => ts)).size).toBe(
        500,
      );
    });

    it('never loses a sample without a clock to another of the same millisecond', async () => {
      const board = await gateway.connect(1);
      const samples = Array.from({ length: 20 }, (_, i) => ({ sensors: { 18: { t: i } } }));
      await board.publishAsync(telemetry(1), JSON.stringify(samples), { qos: 1 });
      await Promise.all(samples.map((one) => board.publishAsync(telemetry(1), JSON.stringify(one), { qos: 1 })));
      const { lecturas } = await gateway.rows();
      const times = lecturas.filter(([, pin]) => pin === 18).map(([, , ts]) => ts);
      expect(times).toHaveLength(40);
      expect(new Set(times).size).toBe(40);
    });

    it('comes also with QoS 0 from a board that hangs up at once, and with QoS 2', async () => {
      const ts = Date.now();
      const quick = await gateway.connect(1);
      quick.publish(telemetry(1), JSON.stringify({ ts, sensors: { 19: { t: 1 } } }));
      await quick.endAsync();
      const careful = await gateway.connect(1);
      await careful.publishAsync(telemetry(1), JSON.stringify({ ts: ts + 1, sensors: { 19: { t: 2 } } }), { qos: 2 });
      await until(async () => (await gateway.rows()).lecturas.filter(([, pin]) => pin === 19).length === 2);
    });
  });

  describe('garbage', () => {
    const now = Date.now();
    const corpus: [string, string | Buffer, string][] = [
      ['broken JSON', '{"ts":1,', 'json_invalido'],
      ['an empty payload', '', 'json_invalido'],
      ['NaN', '{"sensors":{"15":{"t":NaN}}}', 'json_invalido'],
      ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'json_invalido'],
      ['deep nesting', '['.repeat(50_000), 'json_invalido'],
      ['a number', '12', 'forma_invalida'],
      ['NUL in a key', '{"pins":{"\\u0000":1}}', 'pin_inexistente'],
      ['a pin that does not exist', '{"pins":{"24":1}}', 'pin_inexistente'],
      ['int32 + 1 as a state', '{"pins":{"4":2147483648}}', 'valor_fuera_de_rango'],
      ['a temperature of the sun', '{"sensors":{"15":{"t":5500}}}', 'valor_fuera_de_rango'],
      ['501 samples', JSON.stringify(Array.from({ length: 501 }, () => ({ pins: { 4: 1 } }))), 'demasiadas_muestras'],
      ['a clock two days ahead', JSON.stringify({ ts: now + 2 * 86_400_000, pins: { 4: 1 } }), 'reloj_adelantado'],
      ['a sample older than the retention', '{"ts":1000,"pins":{"4":1}}', 'fuera_de_retencion'],
    ];

    it.each(corpus)('%s is acknowledged and dead-lettered with its reason', async (_name, payload, motivo) => {
      const numero = 100 + corpus.findIndex(([name]) => name === _name);
      const placa_id = await gateway.placa(numero);
      const board = await gateway.connect(numero);
      await board.publishAsync(telemetry(numero), payload, { qos: 1 });
      await until(async () => (await letters(placa_id)).length === 1);
      expect((await letters(placa_id))[0]).toMatchObject({ motivo, topico: telemetry(numero) });
      expect((await gateway.rows()).estados.filter(([id]) => id === placa_id)).toEqual([]);
      await expectNeighbourFine();
    });

    it('does not lose the good samples of the same message', async () => {
      const placa_id = await gateway.placa(130);
      const board = await gateway.connect(130);
      const ts = Date.now();
      const samples = [{ ts, pins: { 4: 1 } }, { ts, pins: { 99: 1 } }, null, { ts: ts + 1, pins: { 4: 0 } }, 7];
      await board.publishAsync(telemetry(130), JSON.stringify(samples), { qos: 1 });
      await until(async () => (await letters(placa_id)).length === 2);
      const { estados } = await gateway.rows();
      expect(estados.filter(([id]) => id === placa_id).map(([, at]) => at)).toEqual([ts, ts + 1]);
      const [first, second] = await letters(placa_id);
      expect(first?.motivo).toBe('pin_inexistente');
      expect(second).toMatchObject({ motivo: 'forma_invalida', detalle: expect.stringContaining('1 más') });
    });

    it('in status and result is dead-lettered too', async () => {
      const placa_id = await gateway.placa(131);
      const board = await gateway.connect(131);
      await board.publishAsync('acequia/v1/131/status', 'online', { qos: 1, retain: true });
      await board.publishAsync('acequia/v1/131/result', '{"ok":true}', { qos: 1 });
      await until(async () => (await letters(placa_id)).length === 2);
      expect((await letters(placa_id)).map(({ motivo }) => motivo)).toEqual(['json_invalido', 'forma_invalida']);
    });

    it('without end fills neither the disk nor the list of the board', async () => {
      const placa_id = await gateway.placa(132);
      const board = await gateway.connect(132);
      await Promise.all(Array.from({ length: 400 }, () => board.publishAsync(telemetry(132), '{', { qos: 1 })));
      await until(async () => (await letters(placa_id)).length > 0);
      await expectNeighbourFine();
      expect((await letters(placa_id)).length).toBeLessThanOrEqual(60);
    });
  });

  describe('packets that are too large', () => {
    const publish = (bytes: number): Buffer =>
      generate({
        cmd: 'publish',
        topic: telemetry(1),
        payload: Buffer.alloc(bytes),
        qos: 0,
        dup: false,
        retain: false,
      });

    it('of 2 MB end the connection, and do not disturb other boards', async () => {
      const board = await gateway.connect(1);
      const end = closed(board);
      board.publish(telemetry(1), Buffer.alloc(2 * 1024 * 1024, 32), { qos: 1 }, () => undefined);
      await end;
      await expectNeighbourFine();
    });

    it('of 2 MB before CONNECT end the connection', async () => {
      await hangsUp(publish(2 * 1024 * 1024));
      await hangsUp(Buffer.from([0x10, 0xff, 0xff, 0x7f]));
      await expectNeighbourFine();
    });

    it('as CONNECT end the connection before it is complete', async () => {
      await hangsUp(Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0x01]), Buffer.alloc(CONNECT_MAX_BYTES)]));
    });

    it('are those over 256 kB: one just below passes', async () => {
      const board = await gateway.connect(1);
      const sample = JSON.stringify({ ts: Date.now(), pins: { 12: 1 } });
      await board.publishAsync(telemetry(1), sample.padEnd(PACKET_MAX_BYTES - 100), { qos: 1 });
      expect((await gateway.rows()).estados).toContainEqual([1_001, expect.any(Number), 1 << 12, 0, 0, 0]);
    });
  });

  describe('sockets that waste time', () => {
    it('and never send CONNECT are dropped', async () => {
      await hangsUp();
    });

    it('and dribble a CONNECT are dropped', async () => {
      await hangsUp(Buffer.from([0x10, 0x20, 0x00]));
    });
  });
});
