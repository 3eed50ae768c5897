import { decodeCommand, encodeResult, topics } from '@acequia/board-protocol';
import { freePort } from '@acequia/local';
import {
  Balancer,
  connectBoard,
  eventually,
  expectStored,
  Farm,
  Ledger,
  sendTelemetry,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import mqtt, { type MqttClient } from 'mqtt';
import { readFileSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { Programs, ROOT } from './programs.js';

const BOARDS = 40;
const ORDERS = 30;

describe('boards behind HAProxy, with two of every service', () => {
  const programs = new Programs();
  let acequia: RunningAcequia;
  let farm: Farm;
  let port: number;
  let door: string;

  beforeAll(async () => {
    acequia = await startAcequia({ instances: 2, env: { MQTT_PROXY_PROTOCOL: '1', LOG_LEVEL: 'debug' } });
    const [one = '', two = ''] = acequia.doors.mqtt.map((url) => new URL(url).host);
    port = await freePort();
    door = `mqtt://127.0.0.1:${port}`;
    const env = { BOARDS_LISTEN: `127.0.0.1:${port}`, GATEWAY_1: one, GATEWAY_2: two };
    const args = ['-db', '-f', join(ROOT, 'deploy/haproxy/boards.cfg')];
    programs.start({ name: 'haproxy', command: 'haproxy', args, env });
    farm = await Farm.create(acequia, await acequia.loginAdmin());
    const client = await eventually(() => connectBoard(door, farm.board));
    await client.endAsync(true);
  });
  afterAll(async () => {
    await programs.end();
    await acequia?.stop();
  });

  interface Line {
    msg?: string;
    address?: string;
    numero?: number;
    placa_id?: number;
  }
  /** What a gateway has logged, each with the first or the second instance. */
  const logs = (): [Line[], Line[]] => {
    const linesOf = (name: string): Line[] =>
      readFileSync(join(acequia.dataFolder, 'logs', `${name}.log`), 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
    return [linesOf('device-gateway'), linesOf('device-gateway-2')];
  };
  const loggedIn = (lines: Line[]): Set<number> =>
    new Set(lines.flatMap(({ msg, placa_id }) => (msg === 'a board logged in' && placa_id ? [placa_id] : [])));

  it('are known by their own addresses, and so is who guesses passwords', async () => {
    const from = (localAddress: string, password: string): MqttClient => {
      const stream = () => dial({ port, host: '127.0.0.1', localAddress }) as never;
      const { id, username } = farm.board;
      const options = { clientId: `placa-${id}`, username, password, reconnectPeriod: 0, protocolVersion: 4 } as const;
      return new mqtt.MqttClient(stream, options).on('error', () => undefined);
    };
    const guess = from('127.0.0.66', 'adivinada');
    await new Promise<void>((resolve) => guess.once('close', () => resolve()));
    const board = from('127.0.0.7', farm.board.password);
    await new Promise((resolve) => board.once('connect', resolve));
    await eventually(() => {
      const lines = logs().flat();
      const placa_id = farm.board.placa_id;
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: 'a board logged in', placa_id, address: '127.0.0.7' }),
      );
      const refused = { msg: 'login of a board refused', address: '127.0.0.66', numero: farm.board.id };
      expect(lines).toContainEqual(expect.objectContaining(refused));
    });
    await board.endAsync(true);
  });

  it('are not served past the balancer by who tells no address', async () => {
    for (const url of acequia.doors.mqtt) await expect(connectBoard(url, farm.board)).rejects.toThrow();
  });

  it('go to the other gateway when theirs is killed, and nothing that was acknowledged is lost', async () => {
    const root = await acequia.loginAdmin();
    const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
    const ledger = new Ledger(door, boards, 200);
    await ledger.start();
    const acknowledged = (after: number) => {
      const heard = new Set([...ledger.rows()].slice(after).map((key) => Number(key.split(':')[0])));
      return boards.filter(({ placa_id }) => heard.has(placa_id)).length;
    };
    await eventually(() => expect(acknowledged(0)).toBe(BOARDS));
    const [first, second] = logs().map(loggedIn);
    expect(Math.min(first!.size, second!.size)).toBeGreaterThan(BOARDS / 4);
    const [victim] = acequia.services['device-gateway'] ?? [];
    process.kill(victim!, 'SIGKILL');
    const before = ledger.acknowledged;
    await eventually(() => expect(acknowledged(before)).toBe(BOARDS));
    await ledger.stop();
    await expectStored(acequia.databaseUrl, ledger.rows());
  });

  it('get their commands in the order of the clicks and show their states in order, at whichever gateway', async () => {
    const { board, switches } = farm;
    const [valve] = switches;
    const received: { id: string; on: boolean }[] = [];
    let ts = Date.now();
    const open = async (): Promise<MqttClient> => {
      const client = await eventually(() => connectBoard(door, board));
      client.on('error', () => undefined);
      client.on('message', (_topic, payload) => {
        const command = decodeCommand(payload);
        if (!command.ok) return;
        const { id, on, pin } = command.value;
        received.push({ id, on });
        const pins = { [pin]: on ? 1 : 0 };
        ts = Math.max(Date.now(), ts + 1);
        client.publish(topics.result(board.id), encodeResult({ id, ok: true, pins: { [pin]: on ? 1 : 0 } }), {
          qos: 1,
        });
        sendTelemetry(client, board.id, { ts, pins });
      });
      await client.subscribeAsync(topics.command(board.id), { qos: 1 });
      return client;
    };
    let client = await open();
    const shown: { estado: number; ts: number }[] = [];
    const socket = await openSocket(acequia.http, farm.admin.api.token ?? '');
    socket.on('switch:estado', (state: { switch_id: number; estado: number; ts: number }) => {
      if (state.switch_id === valve?.id) shown.push(state);
    });
    const person = new Balancer(acequia.doors, farm.admin.api.token);
    const clicks: string[] = [];
    for (let n = 0; n < ORDERS; n += 1) {
      // It moves to the gateway with fewer connections, or to the same one.
      if (n % 10 === 9) {
        await client.endAsync(true);
        client = await open();
      }
      const route = n % 2 === 0 ? 'switches.encender' : 'switches.apagar';
      const params = { id: valve?.id ?? 0 };
      const headers = { 'idempotency-key': `clic-${n}-${board.id}` };
      const click = await eventually(async () => {
        const answer = await person.raw(route, { params, body: {}, headers });
        expect(answer.status).toBe(202);
        return (await answer.json()) as { comando_id: string };
      });
      clicks.push(click.comando_id);
    }
    await eventually(() => expect(received.at(-1)?.id).toBe(clicks.at(-1)));
    const places = received.map(({ id }) => clicks.indexOf(id));
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    await eventually(async () => {
      const rows = await farm.admin.api.call('switches.panel', { query: { empresa_id: farm.empresa.id } });
      expect(rows.find(({ id }) => id === valve?.id)?.estado).toBe(received.at(-1)?.on ? 1 : 0);
    });
    await eventually(() => expect(shown.at(-1)?.estado).toBe(received.at(-1)?.on ? 1 : 0));
    const times = shown.map((state) => state.ts);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    socket.disconnect();
    await client.endAsync(true);
  });
});

const openSocket = (http: string, token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(http, { transports: ['websocket'], auth: { token } });
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });
