import { PROGRAMA_LIMITS, type PlacaCredencial, type Switch } from '@acequia/contracts';
import { BoardRunner, DeliveryState } from '@acequia/simulators';
import { type ApiClient, connectBoard, eventually, startAcequia, type RunningAcequia } from '@acequia/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareBroker } from '../bare-broker.js';
import { obedient } from '../obedient-board.js';
import { quantiles } from '../quantiles.js';

const BOARDS = 500;
/** Most switches of one bulk call. */
const PER_CALL = 100;
const PIN = 4;
const MINUTE_MS = 60_000;
/** Time between the programs and their start, at least: boards have their agendas by then. */
const AHEAD_MS = 45_000;
/** What has not started this long after its time is missing, ms. */
const MISSING_MS = 30_000;
/** The firmware's polling interval, ms. */
const TICK_MS = 100;

interface Fleet {
  empresa_id: number;
  boards: PlacaCredencial[];
  switches: Switch[];
}

/** 500 boards with a turn at the same second: how late each valve opens, by the boards' agendas and by the service's orders. */
export async function benchDue(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '100000', RATE_LIMIT_BULK: '100000' } });
  try {
    const root = await acequia.loginAdmin();
    return [await onBoards(acequia, root), await byService(acequia, root)];
  } finally {
    await acequia.stop();
  }
}

async function onBoards(acequia: RunningAcequia, root: ApiClient): Promise<object> {
  const fleet = await fleetOf(root, 'Por sus placas');
  const folder = mkdtempSync(join(tmpdir(), 'acequia-due-'));
  const state = new DeliveryState(join(folder, 'state'));
  const common = { url: acequia.mqtt, historial_ms: 0, turnos: false, state, log: () => undefined };
  const runners = fleet.boards.map(
    ({ id, placa_id, username, password }) =>
      new BoardRunner(
        { numero: id, placa_id, username, password, place: 'campo', relays: [], sensors: [] },
        { ...common, offset_h: 0 },
      ),
  );
  const opened = new Map<BoardRunner, number>();
  const timer = setInterval(() => {
    for (const runner of runners) {
      runner.tick();
      if (runner.isOn(PIN) && !opened.has(runner)) opened.set(runner, Date.now());
    }
  }, TICK_MS);
  try {
    runners.forEach((runner) => runner.start());
    const at = await programs(root, fleet, 'placa');
    const yardstick = sleep(at - Date.now()).then(() => Math.max(0, Date.now() - at));
    await allOrLate(() => opened.size, at);
    return figure('on boards', at, [...opened.values()], {
      yardstick_timer_ms: await yardstick,
      wanted: 'max ≤ 1000 ms, none missing',
    });
  } finally {
    clearInterval(timer);
    await Promise.all(runners.map((runner) => runner.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function byService(acequia: RunningAcequia, root: ApiClient): Promise<object> {
  const fleet = await fleetOf(root, 'Por el servicio');
  const opened = new Map<number, number>();
  const clients = await Promise.all(fleet.boards.map((board) => connectBoard(acequia.mqtt, board)));
  const bare = await bareBroker();
  try {
    await Promise.all(
      clients.map((client, n) =>
        obedient(client, fleet.boards[n]!.id, (on) => {
          if (on && !opened.has(n)) opened.set(n, Date.now());
        }),
      ),
    );
    const at = await programs(root, fleet, 'servicio');
    await allOrLate(() => opened.size, at);
    return figure('through the service', at, [...opened.values()], {
      yardstick_bare_mqtt_burst_ms: quantiles(await bare.burst(BOARDS)),
      wanted: 'max ≤ 3000 ms, none missing',
    });
  } finally {
    for (const client of clients) client.end(true);
    await bare.stop();
  }
}

const figure = (way: string, at: number, times: number[], rest: object): object => ({
  bench: `programas: ${BOARDS} boards due at the same second, ${way}`,
  late_ms: quantiles(times.map((time) => Math.max(0, time - at))),
  missing: BOARDS - times.length,
  load_1m: Math.round(loadavg()[0]! * 10) / 10,
  ...rest,
});

const allOrLate = async (started: () => number, at: number): Promise<void> => {
  while (started() < BOARDS && Date.now() < at + MISSING_MS) await sleep(TICK_MS);
};

/** A company with a valve on each of its boards, in UTC. */
async function fleetOf(root: ApiClient, nombre: string): Promise<Fleet> {
  const { id: empresa_id } = await root.call('empresas.crear', {
    body: { nombre, fecha_vencimiento: '2099-12-31', zona_horaria: 'UTC' },
  });
  const boards = await root.call('placas.registrar', { body: { empresa_id, cantidad: BOARDS } });
  const rows = boards.map((board, n) => ({
    nombre: `Válvula ${n + 1}`,
    tipo: 'selenoide' as const,
    zona: `Sector ${n + 1}`,
    empresa_id,
    dispositivo_id: board.id,
    par_numero: 1 as const,
    switch_site_id: n + 1,
    hardware_pin: PIN,
    activo: 1 as const,
  }));
  const switches: Switch[] = [];
  for (let from = 0; from < rows.length; from += PER_CALL) {
    const body = { switches: rows.slice(from, from + PER_CALL) };
    switches.push(...(await root.call('switches.guardar_lote', { body })).switches);
  }
  return { empresa_id, boards, switches };
}

/** Programs that open every valve at one minute; resolves with it once every board that runs them has its agenda. */
async function programs(root: ApiClient, { empresa_id, switches }: Fleet, via: 'placa' | 'servicio'): Promise<number> {
  const ids = switches.map(({ id }) => id);
  // Boards that just connected have told what they can do.
  await eventually(async () => {
    const { turnos } = await root.call('programas.vista_previa', { body: body(empresa_id, ids.slice(-1), '00:00') });
    if (turnos[0]?.via !== via) throw new Error(`runs by ${turnos[0]?.via}`);
  });
  const at = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const start = new Date(at).toISOString().slice(11, 16);
  for (let from = 0; from < ids.length; from += PROGRAMA_LIMITS.STEPS)
    await root.call('programas.crear', {
      body: body(empresa_id, ids.slice(from, from + PROGRAMA_LIMITS.STEPS), start),
    });
  await eventually(async () => {
    const all = await root.call('programas.listar', { query: { empresa_id } });
    if (all.some(({ pendiente, vias }) => pendiente === 1 || vias.join() !== via)) throw new Error('pending');
  });
  if (Date.now() > at - 1_000) throw new Error('the machine was too slow: the boards were not ready before the minute');
  return at;
}

const body = (empresa_id: number, ids: readonly number[], inicio: string) => ({
  empresa_id,
  nombre: `Todas a las ${inicio}`,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: [inicio],
  pasos: ids.map((switch_id, n) => ({
    switch_id,
    duracion_s: 600,
    junto_con_anterior: n === 0 ? (0 as const) : (1 as const),
  })),
});
