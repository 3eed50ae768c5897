import type { LivePayload } from '@acequia/contracts';
import {
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  SENSOR_PIN,
  sharedAcequia,
  type RunningAcequia,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { Client } from 'pg';
import { io, type Socket } from 'socket.io-client';

let acequia: RunningAcequia;
let farm: Farm;
let neighbour: Farm;
let board: MqttClient;
let db: Client;

beforeAll(async () => {
  acequia = await sharedAcequia();
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  neighbour = await Farm.create(acequia, root);
  board = await farm.connectBoard();
  db = new Client(acequia.databaseUrl);
  await db.connect();
});

afterAll(async () => {
  await board?.endAsync(true);
  await db?.end();
  await acequia?.stop();
});

const [PIN_A, PIN_B] = [4, 5];
const panelOf = (one: Farm) => one.usuario.api.call('switches.de_usuario', { query: { usuario_id: one.usuario.id } });

const openSocket = (token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(acequia.http, { transports: ['websocket'], auth: { token }, reconnection: false });
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });

describe('a reading', () => {
  it('that was acknowledged is a row, and what the panel shows', async () => {
    const ts = Date.now();
    await publishTelemetry(board, farm.board.id, {
      seq: 1,
      ts,
      pins: { [PIN_A]: 1, [PIN_B]: 0 },
      sensors: { [SENSOR_PIN]: { t: 21.57, h: 60.2 } },
    });

    await eventually(async () => {
      const { rows } = await db.query(
        'SELECT pin, temperatura, humedad, ts FROM telemetry_history.lecturas WHERE placa_id = $1',
        [farm.board.placa_id],
      );
      expect(rows).toEqual([{ pin: SENSOR_PIN, temperatura: 2157, humedad: 6020, ts: new Date(ts) }]);
    });
    const shown = await eventually(async () => {
      const list = await panelOf(farm);
      expect(list.find((one) => one.hardware_pin === PIN_A)?.estado).toBe(1);
      return list;
    });
    expect(
      shown.map(({ hardware_pin, estado, temperatura, humedad, estado_ts }) => ({
        hardware_pin,
        estado,
        temperatura,
        humedad,
        estado_ts,
      })),
    ).toEqual([
      { hardware_pin: PIN_A, estado: 1, temperatura: 21.57, humedad: 60.2, estado_ts: ts },
      { hardware_pin: PIN_B, estado: 0, temperatura: 21.57, humedad: 60.2, estado_ts: ts },
    ]);
  });

  it('reaches the sockets of those who may see it, and nobody else', async () => {
    const [mine, theirs, admin] = await Promise.all([
      openSocket(farm.usuario.api.token!),
      openSocket(neighbour.admin.api.token!),
      openSocket(farm.admin.api.token!),
    ]);
    const foreign: unknown[] = [];
    theirs.onAny((...message) => foreign.push(message));
    const next = (socket: Socket) =>
      new Promise<LivePayload<'switch:estado'>>((resolve) =>
        socket.on('switch:estado', (message: LivePayload<'switch:estado'>) => {
          if (message.estado === 0 && message.switch_id === farm.switches[0]!.id) resolve(message);
        }),
      );
    const received = Promise.all([next(mine), next(admin)]);
    const ts = Date.now();
    await publishTelemetry(board, farm.board.id, { seq: 2, ts, pins: { [PIN_A]: 0 } });
    for (const message of await received)
      expect(message).toMatchObject({ switch_id: farm.switches[0]!.id, estado: 0, estado_ts: ts });
    expect(foreign).toEqual([]);
    for (const socket of [mine, theirs, admin]) socket.disconnect();
  });

  it('that repeats changes nothing, and one that is late does not overwrite the present', async () => {
    const ts = Date.now();
    await publishTelemetry(board, farm.board.id, { seq: 3, ts, pins: { [PIN_A]: 1 } });
    await publishTelemetry(board, farm.board.id, { seq: 3, ts, pins: { [PIN_A]: 1 } });
    await publishTelemetry(board, farm.board.id, { seq: 1, ts: ts - 3_600_000, pins: { [PIN_A]: 0 } });
    await eventually(async () => {
      const { rows } = await db.query(
        'SELECT count(*)::int AS n FROM telemetry_history.estados WHERE placa_id = $1 AND ts IN ($2, $3)',
        [farm.board.placa_id, new Date(ts), new Date(ts - 3_600_000)],
      );
      expect(rows[0].n).toBe(2);
    });
    await eventually(async () => expect((await panelOf(farm))[0]).toMatchObject({ estado: 1, estado_ts: ts }));
  });
});

describe('the history', () => {
  it('gives the last points of a switch, oldest first', async () => {
    const points = await farm.usuario.api.call('historial.puntos', {
      query: { switch_id: farm.switches[0]!.id, limit: '50' },
    });
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ temperatura: 21.57, humedad: 60.2 });
  });

  it('gives the transitions of the assigned switches, newest first', async () => {
    const events = await farm.usuario.api.call('historial.eventos', { query: { usuario_id: farm.usuario.id } });
    expect(events.filter(({ nombre }) => nombre === 'Válvula A1').map(({ estado }) => estado)).toEqual([1, 0, 1, 0]);
    expect(events[0]).toMatchObject({ zona: 'Sector 1', _id: expect.any(String) });
  });

  it('refuses a foreign switch with the words it has for an absent one', async () => {
    const asked = await Promise.all(
      [neighbour.switches[0]!.id, 2_000_000_000].map((id) =>
        farm.usuario.api.raw('historial.puntos', { query: { switch_id: id } }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual([404, 404]);
    const [foreign, absent] = (await Promise.all(asked.map((answer) => answer.json()))) as {
      codigo: string;
      mensaje: string;
    }[];
    expect(foreign!.mensaje).toBe(absent!.mensaje);
  });

  it('comes as CSV under the names the screens expect', async () => {
    const sensores = await farm.usuario.api.raw('historial.csv_sensores', {
      query: { switch_id: farm.switches[0]!.id },
    });
    expect(sensores.status).toBe(200);
    expect(sensores.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(sensores.headers.get('content-disposition')).toContain(`temp_hum_switch_${farm.switches[0]!.id}.csv`);
    expect(await sensores.text()).toContain('21.57');
    const estados = await farm.admin.api.raw('historial.csv_estados', { query: { empresa_id: farm.empresa.id } });
    expect(estados.headers.get('content-disposition')).toContain(`estados_empresa_${farm.empresa.id}.csv`);
    expect(await estados.text()).toMatch(/Válvula A1.*ENCENDIDO/);
  });
});

describe('a Tasmota in the field', () => {
  it('is a board like any other: read, shown, kept, commanded, and confirmed by its own word alone', async () => {
    const { api } = farm.admin;
    const root = await acequia.loginAdmin();
    const [tasmota] = await root.call('placas.registrar', {
      body: { empresa_id: farm.empresa.id, dialecto: 'tasmota', nombre: 'Caseta' },
    });
    const { id, placa_id } = tasmota!;
    const common = { empresa_id: farm.empresa.id, dispositivo_id: id, switch_site_id: 9, zona: 'Caseta' };
    const { switches } = await api.call('switches.guardar_lote', {
      body: {
        switches: [{ ...common, nombre: 'Extractor', tipo: 'cooler', hardware_pin: 1, tiene_sensor: 1, sensor_pin: 1 }],
      },
    });
    const extractor = switches[0]!;
    const device = await eventually(() => connectBoard(acequia.mqtt, tasmota!));
    const commands: string[] = [];
    device.on('message', (topic, payload) => {
      if (!topic.endsWith('/STATE')) commands.push(`${topic} ${payload.toString()}`);
    });
    await device.subscribeAsync(`tasmota/${id}/cmnd/#`, { qos: 1 });
    const say = (topic: string, payload: string) => device.publishAsync(`tasmota/${id}/${topic}`, payload, { qos: 1 });
    await say('tele/LWT', 'Online');
    await say('stat/POWER1', 'OFF');
    await say('tele/SENSOR', '{"AM2301":{"Temperature":23.3,"Humidity":33.8},"TempUnit":"C"}');

    const shown = async () => (await api.call('switches.panel')).find((one) => one.id === extractor.id);
    await eventually(async () =>
      expect(await shown()).toMatchObject({ estado: 0, temperatura: 23.3, humedad: 33.8, placa_online: 1 }),
    );
    await eventually(async () => {
      const { rows } = await db.query(
        'SELECT pin, temperatura, humedad FROM telemetry_history.lecturas WHERE placa_id = $1',
        [placa_id],
      );
      expect(rows).toContainEqual({ pin: 1, temperatura: 2330, humedad: 3380 });
    });

    const { comando_id } = await api.call('switches.encender', { params: { id: extractor.id }, body: {} });
    await eventually(() => expect(commands).toHaveLength(1));
    expect(commands[0]).toMatch(new RegExp(`^tasmota/${id}/cmnd/Backlog PulseTime1 \\d+; POWER1 ON$`));
    const ended = async () =>
      (await api.call('comandos.listar', { query: { switch_id: extractor.id } })).find(
        (one) => one.comando_id === comando_id,
      )?.estado;
    await eventually(async () => expect(await ended()).toBe('enviado'));
    await say('stat/POWER1', 'ON');
    await eventually(async () => expect(await ended()).toBe('confirmado'));
    expect(await shown()).toMatchObject({ estado: 1 });
    await device.endAsync(true);
  });
});

describe('the doors', () => {
  it('say that every service answers', async () => {
    const answer = await acequia.api().raw('salud');
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('serve the console and its API reference', async () => {
    const page = await fetch(`${acequia.http}/panel/switch`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>Acequia</title>');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const document = (await (await fetch(`${acequia.http}/api/docs/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toMatch(/^3\.1/);
  });
});
