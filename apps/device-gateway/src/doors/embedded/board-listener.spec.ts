import { eventually } from '@acequia/testing';
import mqtt, { type MqttClient } from 'mqtt';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gateway, Parts, telemetry } from '../../gateway.fixture.js';
import { BoardListener } from './board-listener.js';
import { CERT, KEY } from './certificate.fixture.js';

describe('the listeners for boards', () => {
  let parts: Parts;
  let gateway: Gateway;
  const folder = mkdtempSync(join(tmpdir(), 'acequia-tls-'));
  const files = { MQTT_TLS_CERT: join(folder, 'cert.pem'), MQTT_TLS_KEY: join(folder, 'key.pem') };

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, {
      ...files,
      MQTT_TLS_PORT: '0',
      MQTT_MAX_PENDING: '10',
      MQTT_MAX_CONNECTIONS: '30',
    });
    await gateway.placa(1);
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
    rmSync(folder, { recursive: true });
  });

  const idle = (): Socket => dial(gateway.port, '127.0.0.1').on('error', () => undefined);
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

  it('serve a board over TLS as soon as the certificate is there, which may be later than the start', async () => {
    const [, port] = gateway.app.get(BoardListener).ports;
    const options = { ...gateway.login(1), rejectUnauthorized: false, reconnectPeriod: 0 };
    const connect = (): Promise<MqttClient> => mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, options, false);
    await expect(connect()).rejects.toThrow();
    writeFileSync(files.MQTT_TLS_KEY, KEY);
    writeFileSync(files.MQTT_TLS_CERT, CERT);
    const board = await eventually(connect);
    const ts = Date.now();
    await board.publishAsync(telemetry(1), JSON.stringify({ ts, pins: { 4: 1 } }), { qos: 1 });
    expect((await gateway.rows()).estados).toContainEqual([1_001, ts, 1 << 4, 0, 0, 0]);
    await board.endAsync(true);
  });

  it('drop the oldest socket that has not logged in when there are too many of them, and let boards in', async () => {
    const sockets: Socket[] = [];
    for (let i = 0; i < 11; i++) {
      const socket = idle();
      await new Promise((resolve) => socket.once('connect', resolve));
      sockets.push(socket);
    }
    await closed(sockets[0] as Socket);
    const board = await gateway.connect(1);
    expect(board.connected).toBe(true);
    expect(sockets.at(-1)?.destroyed).toBe(false);
    await Promise.all(sockets.map((socket) => (socket.destroyed ? null : (socket.destroy(), closed(socket)))));
    await board.endAsync(true);
  });
});
