import { decodeCommand, encodeResult, topics } from '@acequia/board-protocol';
import { ROUTES, type LivePayload } from '@acequia/contracts';
import { type BoardSpec, simulate } from '@acequia/simulators';
import { type ApiClient, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket as LiveSocket } from 'socket.io-client';
import { quantiles } from './quantiles.js';

const BOARDS = 200;
const RATE = 2_000;
const CLICKS = 200;
/** Between two clicks, ms. */
const PAUSE_MS = 40;
const WARM_MS = 5_000;
/** A command that is not confirmed by then is counted as lost, ms. */
const LOST_MS = 15_000;

/** From the click (HTTP request sent) to "confirmado" in the browser's socket, beside a bare MQTT request and response. */
export async function benchCommands(): Promise<object[]> {
  const acequia = await startAcequia();
  const bare = await bareBroker();
  const load = new AbortController();
  const ends: (() => unknown)[] = [];
  try {
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const flow = simulate({
      boards: await loadBoards(root, farm.empresa.id),
      url: acequia.mqtt,
      rate: RATE,
      seconds: 600,
      window: 20,
      drain_ms: 5_000,
      ledger: undefined,
      signal: load.signal,
    });
    const board = await obedient(await farm.connectBoard(), farm.board.id);
    ends.push(() => board.end(true));
    const clicker = await Clicker.open(acequia, farm);
    ends.push(() => clicker.close());
    await sleep(WARM_MS);
    const product: number[] = [];
    const yardstick: number[] = [];
    for (let n = 0; n < CLICKS; n++) {
      yardstick.push(await bare.request());
      product.push(await clicker.click(n % 2 === 0 ? 'on' : 'off'));
      await sleep(PAUSE_MS);
    }
    load.abort();
    const { rate, puback_p99_ms } = await flow;
    const lost = product.filter((ms) => ms >= LOST_MS).length;
    return [
      {
        bench: `commands: click → confirmed by the board, at ${RATE} samples/s`,
        clicks: CLICKS,
        ms: quantiles(product),
        yardstick_bare_mqtt_ms: quantiles(yardstick),
        lost,
        samples: { acked_per_s: Math.round(rate), puback_p99_ms },
        load_1m: Math.round(loadavg()[0]! * 10) / 10,
        wanted: 'p99 < 100 ms, none lost',
      },
    ];
  } finally {
    load.abort();
    for (const end of ends) end();
    await bare.stop();
    await acequia.stop();
  }
}

const loadBoards = async (root: ApiClient, empresa_id: number): Promise<BoardSpec[]> => {
  const credentials = await root.call('placas.registrar', { body: { empresa_id, cantidad: BOARDS } });
  return credentials.map(({ id, placa_id, username, password }) => ({
    ...{ numero: id, placa_id, username, password },
    place: 'campo',
    relays: [],
    sensors: [],
  }));
};

/** A board that does what it is told and says so at once: what is measured is the way, not the relay. */
const obedient = async (client: MqttClient, numero: number): Promise<MqttClient> => {
  (client.stream as Socket).setNoDelay(true);
  client.on('message', (topic, payload) => {
    const decoded = topic === topics.command(numero) ? decodeCommand(payload) : null;
    if (!decoded?.ok) return;
    const { id, pin, on } = decoded.value;
    client.publish(topics.result(numero), encodeResult({ id, ok: true, pins: { [pin]: on ? 1 : 0 } }), { qos: 1 });
  });
  await client.subscribeAsync(topics.command(numero), { qos: 1 });
  return client;
};

/** A person with the panel open: what they click goes by HTTP, what they see comes by the socket. */
class Clicker {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly socket: LiveSocket,
  ) {}

  static async open(acequia: RunningAcequia, farm: Farm): Promise<Clicker> {
    const token = farm.usuario.api.token ?? '';
    const socket = io(acequia.http, { transports: ['websocket'], auth: { token }, reconnection: false });
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
    const path = ROUTES['switches.encender'].path.replace(':id', String(farm.switches[0]?.id)).replace(/on$/, '');
    return new Clicker(`${acequia.http}/api${path}`, token, socket);
  }

  /** ms until the socket says that the board confirmed. */
  async click(accion: 'on' | 'off'): Promise<number> {
    const since = performance.now();
    const confirmed = this.confirmed(accion);
    const answer = await fetch(this.url + accion, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (answer.status !== 202) throw new Error(`a click was answered ${answer.status}`);
    await answer.arrayBuffer();
    return (await confirmed) - since;
  }

  close(): void {
    this.socket.disconnect();
  }

  /** Clicks follow one another: what is confirmed next is this one. Its time, or a time long after. */
  private confirmed(accion: 'on' | 'off'): Promise<number> {
    return new Promise((resolve) => {
      const done = (at: number): void => {
        clearTimeout(timer);
        this.socket.off('switch:comando', hear);
        resolve(at);
      };
      const hear = (message: LivePayload<'switch:comando'>): void => {
        if (message.accion === accion && message.estado === 'confirmado') done(performance.now());
      };
      const timer = setTimeout(() => done(performance.now()), LOST_MS);
      this.socket.on('switch:comando', hear);
    });
  }
}

interface BareBroker {
  /** ms from a request's PUBLISH to its response. */
  request(): Promise<number>;
  stop(): Promise<void>;
}

/** The yardstick: two clients and nothing but a broker between them, QoS 1 both ways. */
const bareBroker = async (): Promise<BareBroker> => {
  const aedes = await Aedes.createBroker();
  // Nagle's waiting would be measured instead of the broker.
  const server = createServer({ noDelay: true }, aedes.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [asker, answerer] = await Promise.all([mqtt.connectAsync(url), mqtt.connectAsync(url)]);
  for (const { stream } of [asker, answerer]) (stream as Socket).setNoDelay(true);
  answerer.on('message', (_topic, payload) => void answerer.publish('response', payload, { qos: 1 }));
  await Promise.all([asker.subscribeAsync('response', { qos: 1 }), answerer.subscribeAsync('request', { qos: 1 })]);
  return {
    request: () =>
      new Promise((resolve) => {
        const since = performance.now();
        asker.once('message', () => resolve(performance.now() - since));
        asker.publish('request', 'on', { qos: 1 });
      }),
    stop: async () => {
      asker.end(true);
      answerer.end(true);
      await new Promise<void>((resolve) => aedes.close(() => server.close(() => resolve())));
    },
  };
};
