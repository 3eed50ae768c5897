import { decodeConfig, topics } from '@acequia/board-protocol';
import { LIVE_COALESCE_MS, type LivePayload, type PlacaCredencial } from '@acequia/contracts';
import { connectBoard, eventually, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from './quantiles.js';

const BOARDS = 200;
const RATE = 200;
const SECONDS = 20;
const PIN = 4;
/** Longest wait, after the last sample, for what is still on its way. */
const LAST_WORD_MS = 5_000;

/** One sample on its way to the browser. Times of performance.now(), ms. */
interface Sent {
  board: number;
  at: number;
  shownAt?: number;
}

/** From a board's PUBLISH to the Socket.IO message in an admin's browser, ms, at 200 samples/s over 200 boards. */
export async function benchLive(): Promise<object[]> {
  const acequia = await startAcequia();
  try {
    const live = await LiveField.prepare(acequia);
    return [{ bench: 'publish → Socket.IO', samples_per_s: RATE, boards: BOARDS, ...(await live.measure(SECONDS)) }];
  } finally {
    await acequia.stop();
  }
}

/** A company whose boards are watched by its admin. */
export class LiveField {
  private constructor(
    private readonly acequia: RunningAcequia,
    private readonly field: Awaited<ReturnType<typeof prepare>>,
  ) {}

  static async prepare(acequia: RunningAcequia): Promise<LiveField> {
    return new LiveField(acequia, await prepare(acequia));
  }

  async measure(seconds: number) {
    const { boards, token, switchOf } = this.field;
    const socket = await openSocket(this.acequia.http, token);
    const sent = new Map<string, Sent>();
    socket.on('switch:estado', (message: LivePayload<'switch:estado'>) => {
      const sample = sent.get(`${message.switch_id}:${message.estado_ts}`);
      if (sample) sample.shownAt ??= performance.now();
    });
    const clients = await Promise.all(boards.map((board) => connectWired(this.acequia.mqtt, board)));
    const gapMs = 1_000 / RATE;
    const start = performance.now();
    for (let n = 0; n < RATE * seconds; n++) {
      const board = boards[n % BOARDS]!;
      const ts = Date.now();
      sent.set(`${switchOf.get(board.placa_id)}:${ts}`, { board: board.placa_id, at: performance.now() });
      const on = Math.floor(n / BOARDS) % 2;
      clients[n % BOARDS]!.publish(topics.telemetry(board.id), JSON.stringify({ seq: n, ts, pins: { [PIN]: on } }), {
        qos: 1,
      });
      const ahead = (n + 1) * gapMs - (performance.now() - start);
      if (ahead > 0) await sleep(ahead);
    }
    const samples = [...sent.values()];
    await eventually(() => assertAllShown(samples), LAST_WORD_MS).catch(() => undefined);
    for (const client of clients) client.end(true);
    socket.disconnect();
    return account(samples);
  }
}

/**
 * A sample is shown, coalesced (the board's next sample followed within LIVE_COALESCE_MS, so the browser gets the newer one)
 * or lost, which must not happen.
 */
function account(samples: Sent[]) {
  const shown = samples.filter(isShown);
  const next = new Map<number, number>();
  let coalesced = 0;
  for (const sample of samples.toReversed()) {
    if (!isShown(sample) && (next.get(sample.board) ?? Infinity) - sample.at < LIVE_COALESCE_MS) coalesced++;
    next.set(sample.board, sample.at);
  }
  return {
    sent: samples.length,
    shown: shown.length,
    coalesced,
    lost: samples.length - shown.length - coalesced,
    ms: quantiles(shown.map(({ at, shownAt }) => shownAt - at)),
    wanted: 'p99 < 100 ms, lost 0',
  };
}

const isShown = (sample: Sent): sample is Required<Sent> => sample.shownAt !== undefined;

function assertAllShown(samples: Sent[]): void {
  if (!samples.every(isShown)) throw new Error('some samples are still on their way');
}

/**
 * A board that has its pin map. Before that, the gateway may know the board but not its switch, because the event is still on its
 * way: samples are stored, but there is no switch to report to a browser.
 */
async function connectWired(url: string, board: PlacaCredencial): Promise<MqttClient> {
  const client = await connectBoard(url, board);
  const wired = new Promise<void>((resolve) => {
    client.on('message', (_topic, payload) => {
      const config = decodeConfig(payload);
      if (config.ok && config.value.relays.some(({ pin }) => pin === PIN)) resolve();
    });
  });
  await client.subscribeAsync(topics.config(board.id), { qos: 1 });
  await wired;
  return client;
}

async function prepare(acequia: RunningAcequia) {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const boards: PlacaCredencial[] = await root.call('placas.registrar', {
    body: { empresa_id: farm.empresa.id, cantidad: BOARDS },
  });
  const { switches } = await root.call('switches.guardar_lote', {
    body: {
      switches: boards.map((board, index) => ({
        nombre: `Medida ${index}`,
        tipo: 'selenoide' as const,
        zona: 'Banco',
        empresa_id: farm.empresa.id,
        dispositivo_id: board.id,
        par_numero: 1 as const,
        switch_site_id: index,
        hardware_pin: PIN,
        activo: 1 as const,
      })),
    },
  });
  return {
    boards,
    token: farm.admin.api.token!,
    switchOf: new Map(switches.map(({ placa_id, id }) => [placa_id, id])),
  };
}

const openSocket = (http: string, token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(http, { transports: ['websocket'], auth: { token } });
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });
