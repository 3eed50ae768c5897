import type { LivePayload, PlacaCredencial } from '@acequia/contracts';
import { connectBoard, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import { io, type Socket } from 'socket.io-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from './quantiles.js';

const BOARDS = 200;
const RATE = 200;
const SECONDS = 20;
const PIN = 4;

/** From a board's PUBLISH to the Socket.IO message in an admin's browser, ms, at 200 samples/s over 200 boards. */
export async function benchLive(): Promise<object[]> {
  const acequia = await startAcequia();
  try {
    const { boards, token, switchOf } = await prepare(acequia);
    const socket = await openSocket(acequia.http, token);
    const sentAt = new Map<string, number>();
    const latencies: number[] = [];
    socket.on('switch:estado', (message: LivePayload<'switch:estado'>) => {
      const sent = sentAt.get(`${message.switch_id}:${message.estado_ts}`);
      if (sent !== undefined) latencies.push(performance.now() - sent);
    });
    const clients = await Promise.all(boards.map((board) => connectBoard(acequia.mqtt, board)));
    const gapMs = 1_000 / RATE;
    const start = performance.now();
    for (let n = 0; n < RATE * SECONDS; n++) {
      const board = boards[n % BOARDS]!;
      const ts = Date.now();
      sentAt.set(`${switchOf.get(board.placa_id)}:${ts}`, performance.now());
      const on = Math.floor(n / BOARDS) % 2;
      clients[n % BOARDS]!.publish(
        `acequia/v1/${board.id}/telemetry`,
        JSON.stringify({ seq: n, ts, pins: { [PIN]: on } }),
        { qos: 1 },
      );
      const ahead = (n + 1) * gapMs - (performance.now() - start);
      if (ahead > 0) await sleep(ahead);
    }
    await sleep(1_000);
    for (const client of clients) client.end(true);
    socket.disconnect();
    return [
      {
        bench: 'publish → Socket.IO',
        samples_per_s: RATE,
        boards: BOARDS,
        sent: sentAt.size,
        received: latencies.length,
        ms: quantiles(latencies),
        wanted: 'p99 < 100 ms',
      },
    ];
  } finally {
    await acequia.stop();
  }
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
