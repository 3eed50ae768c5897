import { jest } from '@jest/globals';
import mqtt, { type MqttClient } from 'mqtt';
import { Redis } from 'ioredis';
import { claveOf, closed, Gateway, Parts, telemetry, until } from '../../gateway.fixture.js';

describe('who may do what at the embedded door', () => {
  let parts: Parts;
  let gateway: Gateway;
  let neighbour: MqttClient;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    await gateway.placa(1);
    await gateway.placa(2);
    neighbour = await gateway.connect(2);
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
  });

  describe('logging in', () => {
    const right = { clientId: 'placa-1', username: '1', password: claveOf(1) };

    it('is refused without a name and without a password', async () => {
      expect(await gateway.tryLogin({ clientId: 'placa-1' })).toBe(4);
      expect(await gateway.tryLogin({ clientId: 'placa-1', username: '1' })).toBe(4);
    });

    it('is refused with a wrong password, another board’s password and an unknown number, all alike', async () => {
      expect(await gateway.tryLogin({ ...right, password: 'otra' })).toBe(4);
      expect(await gateway.tryLogin({ ...right, password: claveOf(2) })).toBe(4);
      expect(await gateway.tryLogin({ clientId: 'placa-77', username: '77', password: claveOf(77) })).toBe(4);
    });

    it.each(['placa-2', 'placa-+', 'placa-#', '#', 'placa-1/x', 'placa-01', ''])(
      'is refused with the client id "%s"',
      async (clientId) => expect(await gateway.tryLogin({ ...right, clientId })).not.toBe(0),
    );

    it.each(['+', '#', '01', '1e0', '-1', '99999999999'])('is refused with the user name "%s"', async (username) => {
      expect(await gateway.tryLogin({ ...right, username, clientId: `placa-${username}` })).toBe(4);
    });

    it('is refused to a revoked board and to one without credentials', async () => {
      await gateway.placa(3, { revocada: 1 });
      await gateway.placa(4, { credencial_sha256: null });
      expect(await gateway.tryLogin(gateway.login(3))).toBe(4);
      expect(await gateway.tryLogin(gateway.login(4))).toBe(4);
    });

    it('with MQTT 5 is refused with the reason code for an unsupported version', async () => {
      expect(await gateway.tryLogin({ ...right, protocolVersion: 5 })).toBe(0x84);
      expect(await gateway.tryLogin({ ...right, protocolVersion: 3, protocolId: 'MQIsdp' })).toBe(0);
    });

    it('with a stolen client id and a wrong password evicts nobody', async () => {
      const board = await gateway.connect(1);
      let gone = false;
      board.once('close', () => (gone = true));
      for (let i = 0; i < 20; i++) await gateway.tryLogin({ ...right, password: `intento ${i}` });
      await board.publishAsync(telemetry(1), '{"pins":{"4":1}}', { qos: 1 });
      expect(gone).toBe(false);
    });

    it('finds a board that is registered while it waits for its refusal', async () => {
      const patient = await Gateway.start(parts, { MQTT_REFUSAL_DELAY_MS: '3000' });
      const client = mqtt.connect(patient.url, patient.login(5));
      const connected = new Promise((resolve) => client.once('connect', resolve));
      await gateway.placa(5);
      await connected;
      client.end(true);
      await patient.stop();
    });

    it('leaves the password in no row and no key', async () => {
      const rows = await gateway.sql<{ texto: string }>('SELECT placas::text AS texto FROM placas');
      expect(rows.some(({ texto }) => texto.includes(claveOf(1)))).toBe(false);
      const redis = new Redis(parts.volatile.url);
      const keys = await redis.keys('*');
      redis.disconnect();
      expect(keys.some((key) => key.includes(claveOf(1)))).toBe(false);
    });
  });

  describe('publishing', () => {
    const foreign = [
      telemetry(2),
      'acequia/v1/2/status',
      'acequia/v1/2/config',
      'acequia/v1/1/command',
      'acequia/v1/1/config',
      'acequia/v1/1/agenda',
      'acequia/v1/1/control',
      'acequia/v1/2/runs',
      'acequia/v1/1/telemetry/x',
      'acequia/v1/01/telemetry',
      'acequia/v2/1/telemetry',
      '$SYS/broker/uptime',
      '$share/acequia/acequia/v1/2/telemetry',
      'cualquiera',
    ];

    it.each(foreign)('to "%s" is stored for nobody and noted against the sender', async (topico) => {
      const numero = 200 + foreign.indexOf(topico);
      const placa_id = await gateway.placa(numero);
      const board = await gateway.connect(numero);
      const own = topico.replace('/1/', `/${numero}/`);
      const before = await gateway.rows();
      const heard = jest.fn();
      neighbour.on('message', heard);
      await board.publishAsync(own, '{"pins":{"4":1}}', { qos: 1, retain: true });
      await board.publishAsync(own, '{"pins":{"4":1}}', { qos: 0 });
      await until(
        async () => (await gateway.sql('SELECT 1 FROM descartes WHERE placa_id = $1', [placa_id])).length === 2,
      );
      expect(await gateway.rows()).toEqual(before);
      await neighbour.publishAsync(telemetry(2), '{"pins":{}}', { qos: 1 });
      neighbour.off('message', heard);
      expect(heard).not.toHaveBeenCalled();
    });

    it('accepts the account of its runs, and notes only invalid ones', async () => {
      const placa_id = await gateway.placa(300);
      const board = await gateway.connect(300);
      const say = (payload: unknown) => board.publishAsync('acequia/v1/300/runs', JSON.stringify(payload), { qos: 1 });
      await say([{ id: 't-1', started: 1_795_262_400, secs: 60, end: 'done' }]);
      await say([{ id: 't-1' }]);
      const rows = () =>
        gateway.sql<{ motivo: string }>('SELECT motivo FROM descartes WHERE placa_id = $1', [placa_id]);
      await until(async () => (await rows()).length > 0);
      expect((await rows()).map(({ motivo }) => motivo)).toEqual(['forma_invalida']);
    });

    it.each(['acequia/v1/+/telemetry', 'acequia/v1/#'])('to the filter "%s" ends the connection', async (topico) => {
      const board = await gateway.connect(1);
      const end = closed(board);
      // mqtt.js refuses to send this packet, so the test writes the bytes.
      (board.stream as unknown as { write(bytes: Buffer): void }).write(
        Buffer.concat([Buffer.from([0x30, topico.length + 2, 0, topico.length]), Buffer.from(topico)]),
      );
      await end;
    });
  });

  describe('subscribing', () => {
    it('is granted for its own command, config, agenda and control only', async () => {
      const board = await gateway.connect(1);
      const names = ['command', 'config', 'agenda', 'control'].map((channel) => `acequia/v1/1/${channel}`);
      const own = await board.subscribeAsync(names, { qos: 1 });
      expect(own.map(({ qos }) => qos)).toEqual([1, 1, 1, 1]);
      const foreign = names.map((name) => name.replace('/1/', '/2/'));
      const refused = await board.subscribeAsync(foreign, { qos: 1 }).catch(() => 'refused');
      expect(refused).toBe('refused');
    });

    it.each([
      '#',
      '+/+/+/+',
      '$SYS/#',
      'acequia/v1/+/telemetry',
      'acequia/v1/1/#',
      'acequia/v1/1/+',
      'acequia/v1/1/telemetry',
      'acequia/v1/2/command',
      'acequia/v1/2/config',
      '$share/g/acequia/v1/2/command',
    ])('to "%s" is refused', async (topic) => {
      const board = await gateway.connect(1);
      await expect(board.subscribeAsync(topic, { qos: 1 })).rejects.toMatchObject({ message: expect.any(String) });
      await board.publishAsync(telemetry(1), '{"pins":{"4":1}}', { qos: 1 });
    });
  });
});
