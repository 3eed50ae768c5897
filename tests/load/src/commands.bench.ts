import { ROUTES, type LivePayload } from '@acequia/contracts';
import { type BoardSpec, simulate } from '@acequia/simulators';
import { type ApiClient, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket as LiveSocket } from 'socket.io-client';
import { bareBroker } from './bare-broker.js';
import { obedient } from './obedient-board.js';
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
    numero: id,
    placa_id,
    username,
    password,
    place: 'campo',
    relays: [],
    sensors: [],
  }));
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
