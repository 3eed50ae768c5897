import mqtt, { MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as secure } from 'node:tls';
import { Gateway, Parts, telemetry } from '../../gateway.fixture.js';
import { BoardListener } from './board-listener.js';
import { BoardSessions } from './board-sessions.js';
import type { BoardStream } from './board-stream.js';
import { CERT, KEY } from './certificate.fixture.js';

const V1 = Buffer.from('PROXY TCP4 203.0.113.9 10.0.0.1 8080 1883\r\n');
const V2 = Buffer.from(
  '0d0a0d0a000d0a515549540a2121002420010db8000000000000000000000007fd000000000000000000000000000001',
  'hex',
);
const LONG = Buffer.concat([V2, Buffer.from([0x1f, 0x90, 0x07, 0x5b])]);

describe('the doors behind balancers that tell addresses', () => {
  let parts: Parts;
  let gateway: Gateway;
  const folder = mkdtempSync(join(tmpdir(), 'acequia-proxy-'));
  const files = { MQTT_TLS_CERT: join(folder, 'cert.pem'), MQTT_TLS_KEY: join(folder, 'key.pem') };
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    writeFileSync(files.MQTT_TLS_KEY, KEY);
    writeFileSync(files.MQTT_TLS_CERT, CERT);
    parts = await Parts.start();
    gateway = await Gateway.start(parts, {
      ...files,
      MQTT_TLS_PORT: '0',
      MQTT_PROXY_PROTOCOL: '1',
      MQTT_TRUSTED_PROXIES: '127.0.0.1',
      MQTT_CONNECT_TIMEOUT_MS: '1000',
    });
    for (const numero of [1, 2, 3, 4]) await gateway.placa(numero);
  });
  afterAll(async () => {
    for (const client of clients) client.end(true);
    await gateway.stop();
    await parts.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (port = gateway.port, localAddress = '127.0.0.1'): Socket =>
    dial({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  const closed = (socket: Socket) =>
    new Promise((resolve) => (socket.closed ? resolve(null) : socket.resume().once('close', resolve)));
  /** The board stores a sample, so its whole way works. Answers the address that the gateway has for it. */
  const seen = async (numero: number, stream: () => Socket): Promise<string> => {
    const client = new MqttClient(stream as () => never, { ...gateway.login(numero), protocolVersion: 4 });
    clients.push(client);
    await new Promise((resolve, reject) =>
      client
        .once('connect', resolve)
        .once('error', reject)
        .once('close', () => reject(new Error('closed'))),
    );
    const ts = Date.now();
    await client.publishAsync(telemetry(numero), JSON.stringify({ ts, pins: { 4: 1 } }), { qos: 1 });
    expect((await gateway.rows()).estados).toContainEqual([1_000 + numero, ts, 1 << 4, 0, 0, 0]);
    const session = gateway.app.get(BoardSessions).of(1_000 + numero);
    return (session?.client.conn as BoardStream).address;
  };
  const after = (socket: Socket, ...pieces: Buffer[]): Socket => {
    for (const piece of pieces) socket.write(piece);
    return socket;
  };

  it('know a board by the address that version 1 tells', async () => {
    expect(await seen(1, () => after(open(), V1))).toBe('203.0.113.9');
  });

  it('know a board by the address that version 2 tells, whose header comes in pieces', async () => {
    const socket = open().setNoDelay();
    for (const byte of LONG.subarray(0, 20)) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await seen(2, () => after(socket, LONG.subarray(20)))).toBe('2001:db8::7');
  });

  it('read the header before TLS', async () => {
    const [, port] = gateway.app.get(BoardListener).ports;
    const stream = (): Socket => secure({ socket: after(open(port), V1), rejectUnauthorized: false });
    expect(await seen(3, stream)).toBe('203.0.113.9');
  });

  it('take a CONNECT that came together with the header', async () => {
    const { clientId = '', username, password } = gateway.login(4);
    const connect = generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
      clientId,
      username: username as string,
      password: Buffer.from(password as string),
    });
    const socket = after(open(), Buffer.concat([V1, connect]));
    const connack = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect([...connack]).toEqual([0x20, 2, 0, 0]);
    socket.destroy();
  });

  it.each([
    ['without a header', Buffer.from([0x10, 0x10, 0x00, 0x04])],
    ['with a header that is wrong', Buffer.from('PROXY TCP4 everywhere 10.0.0.1 8080 1883\r\n')],
    ['that sends half a header and no more', V1.subarray(0, 12)],
    ['that sends nothing', Buffer.alloc(0)],
  ])('close a socket %s', async (_name, bytes) => {
    const [plain, tls] = gateway.app.get(BoardListener).ports;
    await Promise.all([plain, tls].map((port) => closed(after(open(port), bytes))));
  });

  it('let no board in without a header, with a wrong one, or from elsewhere whatever it tells', async () => {
    await expect(seen(1, () => open())).rejects.toThrow();
    const wrong = Buffer.from('PROXY TCP4 203.0.113.9 10.0.0.1 8080\r\n');
    await expect(seen(1, () => after(open(), wrong))).rejects.toThrow();
    await expect(seen(1, () => after(open(gateway.port, '127.0.0.2'), V1))).rejects.toThrow();
    expect(await gateway.exposition()).toMatch(/closed_connections_total\{[^}]*motivo="proxy"[^}]*\} \d/);
  });

  it('go on when sockets end in the middle of their header', async () => {
    for (let i = 0; i < 50; i++) after(open(), V1.subarray(0, i)).resetAndDestroy();
    expect(await seen(1, () => after(open(), V1))).toBe('203.0.113.9');
  });

  it('let a board in without a header where no balancer is expected', async () => {
    const direct = await Gateway.start(parts);
    const board = await mqtt.connectAsync(direct.url, direct.login(1), false);
    expect((direct.app.get(BoardSessions).of(1_001)?.client.conn as BoardStream).address).toBe('127.0.0.1');
    await board.endAsync(true);
    await direct.stop();
  });
});
