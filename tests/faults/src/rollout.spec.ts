import type {
  ActualizacionDetalle,
  Imagen,
  PlacaCredencial,
  PlacaEnActualizacion,
  Switch,
  Turno,
} from '@acequia/contracts';
import { BoardRunner, DeliveryState, firmwareImage, MODEL, type UpdateFaults } from '@acequia/simulators';
import { type ApiClient, eventually, type RunningAcequia, startAcequia } from '@acequia/testing';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { World } from './world.js';

const BOARDS = Number(process.env['FAULTS_BOARDS'] ?? 150);
const FAULTY = Math.ceil(BOARDS * 0.03);
/** Boards that lose their power once while they load, and go on. */
const CUT = Math.ceil(BOARDS * 0.04);
const PIN = 4;
const MINUTE = 60_000;
/** The clock of everything but the databases goes a minute further this often, ms. */
const LEAP_MS = 1_000;
const TICK_MS = 250;
/** Boards that are watered together, and when after the beginning, min: there is always some turn near. */
const GROUP = 50;
const turnsOf = (group: number): number[] => [group * 12, group * 12 + 130].map((after) => after + 20);
const TURN_MIN = 10;
const QUIET_MIN = 30;
/** A look is as old as this, in min of the clock. */
const LOOK_MIN = 3;
/** Those that the last ola tolerates, and those that are under way with the next. */
const MOST_FAILED = Math.floor(BOARDS / 100) + 8;
/** Before that: whoever waits for its turn when the others are done may be left. */
const LEAST_UPDATED = BOARDS * 0.6;
const PATIENCE_MS = 400_000;
const WHOLE_MS = 1_200_000;

const FAULTS: UpdateFaults[] = [{ boot_loop: true }, { bad_signature: true }, { unlinked: true }];

interface Ran {
  from: number;
  until: number;
}
interface Board {
  placa: PlacaCredencial;
  runner: BoardRunner;
  /** When its valve was open, by the board itself. */
  ran: Ran[];
  turns: number[];
}

const world = new World();
let acequia: RunningAcequia;
let root: ApiClient;
let empresa_id: number;
const boards: Board[] = [];
let timer: NodeJS.Timeout | undefined;

const lengthOf = ({ from, until }: Ran): number => until - from;

const look = ({ runner, ran }: Board): void => {
  runner.tick();
  const last = ran.at(-1);
  const isOpen = last?.until === Infinity;
  if (runner.isOn(PIN) === isOpen) return;
  if (isOpen) last.until = world.now;
  else ran.push({ from: world.now, until: Infinity });
};

const switchesOf = async (placas: readonly PlacaCredencial[]): Promise<Switch[]> => {
  const rows = placas.map(({ id }, n) => ({
    nombre: `Válvula ${n + 1}`,
    tipo: 'selenoide' as const,
    zona: `Sector ${n + 1}`,
    empresa_id,
    dispositivo_id: id,
    par_numero: 1 as const,
    switch_site_id: n + 1,
    hardware_pin: PIN,
    activo: 1 as const,
  }));
  const saved: Switch[] = [];
  for (let from = 0; from < rows.length; from += 100) {
    const body = { switches: rows.slice(from, from + 100) };
    saved.push(...(await root.call('switches.guardar_lote', { body })).switches);
  }
  return saved;
};

/** Boards with version 1.0.0, connected, each with two turns ahead that it has taken. */
const connect = async (): Promise<void> => {
  const placas = await root.call('placas.registrar', { body: { empresa_id, cantidad: BOARDS } });
  const switches = await switchesOf(placas);
  const common = {
    url: acequia.mqtt,
    historial_ms: 0,
    turnos: false,
    offset_h: 0,
    state: new DeliveryState(join(acequia.dataFolder, 'boards.state')),
    log: () => undefined,
    image: { version: '1.0.0', model: MODEL, secure_version: 1 },
  };
  for (const placa of placas) {
    const { id: numero, placa_id, username, password } = placa;
    const spec = { numero, placa_id, username, password, place: 'campo' as const, relays: [], sensors: [] };
    boards.push({ placa, runner: new BoardRunner(spec, common), ran: [], turns: [] });
  }
  for (const { runner } of boards) runner.start();
  timer = setInterval(() => boards.forEach(look), TICK_MS);
  await eventually(async () => {
    const { turnos } = await root.call('programas.vista_previa', { body: programa(switches.slice(-1), [0]) });
    expect(turnos[0]?.via).toBe('placa');
  }, PATIENCE_MS);
  const first = Math.ceil(world.now / MINUTE) * MINUTE;
  for (let group = 0; group * GROUP < BOARDS; group += 1) {
    const at = turnsOf(group).map((after) => first + after * MINUTE);
    const mine = [group * GROUP, (group + 1) * GROUP] as const;
    for (const board of boards.slice(...mine)) board.turns = at;
    await root.call('programas.crear', { body: programa(switches.slice(...mine), at) });
  }
  await eventually(async () => {
    const all = await root.call('programas.listar', { query: { empresa_id } });
    expect(all.filter(({ pendiente, vias }) => pendiente === 1 || vias.join() !== 'placa')).toEqual([]);
  }, PATIENCE_MS);
};

const programa = (switches: readonly Switch[], starts: readonly number[]) => ({
  empresa_id,
  nombre: 'Todas juntas',
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: starts.map((at) => new Date(at).toISOString().slice(11, 16)),
  tarde_max_min: TURN_MIN,
  pasos: switches.map(({ id }, n) => ({
    switch_id: id,
    duracion_s: TURN_MIN * 60,
    junto_con_anterior: n === 0 ? (0 as const) : (1 as const),
  })),
});

beforeAll(async () => {
  acequia = await startAcequia({
    quick: true,
    env: { ...world.env, UPDATES_OWN_FIRMWARE: '1', RATE_LIMIT_SESSION: '100000', RATE_LIMIT_BULK: '100000' },
  });
  root = await acequia.loginAdmin();
  const body = { nombre: 'Quinientas', fecha_vencimiento: '2099-12-31', zona_horaria: 'UTC' };
  empresa_id = (await root.call('empresas.crear', { body })).id;
  await connect();
}, WHOLE_MS);
afterAll(async () => {
  clearInterval(timer);
  await Promise.all(boards.map(({ runner }) => runner.stop()));
  await acequia?.stop();
  world.end();
});

const begin = async (): Promise<ActualizacionDetalle> => {
  const answer = await fetch(`${acequia.http}/api/imagenes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(firmwareImage({ version: '2.0.0', secure_version: 2, size: 20_000 })),
  });
  const { id: imagen_id } = (await answer.json()) as Imagen;
  const firmware = { tipo: 'imagen' as const, imagen_id, direccion: acequia.http };
  const placas = boards.map(({ placa }) => placa.placa_id);
  const { id } = await root.call('actualizaciones.crear', { body: { dialecto: 'acequia', firmware, placas } });
  return root.call('actualizaciones.leer', { params: { id } });
};

/** Its turns are further than this from the time at which its update began, min; none is under way. */
const isQuiet = ({ turns }: Board, at: number): boolean =>
  turns.every((turn) => turn >= at + (QUIET_MIN - LOOK_MIN) * MINUTE || turn + TURN_MIN * MINUTE <= at);

it(
  `a rollout to ${BOARDS} boards, ${FAULTY} of them faulty and last in its order, pauses by itself, and each turn runs whole`,
  async () => {
    const rollout = await begin();
    const byId = new Map(boards.map((board) => [board.placa.placa_id, board]));
    const order = rollout.placas.map(({ placa_id }) => byId.get(placa_id)!);
    order.slice(-FAULTY).forEach(({ runner }, i) => runner.misbehave({ update: FAULTS[i % FAULTS.length]! }));
    order.slice(BOARDS / 5, BOARDS / 5 + CUT).forEach(({ runner }) => runner.misbehave({ update: { cut_at: 9_000 } }));

    const begun = new Map<Board, number>();
    const waited = new Set<number>();
    let told = rollout;
    const last = Math.max(...boards.flatMap(({ turns }) => turns)) + (TURN_MIN + LOOK_MIN) * MINUTE;
    world.leap(LEAP_MS, MINUTE);
    const isOver = (): boolean =>
      told.estado !== 'activa' && world.now > last && !told.placas.some(({ estado }) => estado === 'en_curso');
    while (!isOver()) {
      await sleep(LEAP_MS / 2);
      // A call that was on its way in a leap has no time left.
      told = await root.call('actualizaciones.leer', { params: { id: rollout.id } }).catch(() => told);
      for (const { placa_id, estado, espera } of told.placas) {
        const board = byId.get(placa_id)!;
        if (espera === 'turno') waited.add(placa_id);
        if (estado !== 'espera' && estado !== 'por_enviar' && !begun.has(board)) begun.set(board, world.now);
      }
    }
    world.rest();
    const count = (estado: PlacaEnActualizacion['estado']): number =>
      told.placas.filter((placa) => placa.estado === estado).length;
    const faulty = new Set(order.slice(-FAULTY).map(({ placa }) => placa.placa_id));
    const first = Math.min(...boards.flatMap(({ turns }) => turns));
    const [desde, hasta] = [first, last].map((at) => new Date(at).toISOString().slice(0, 10));
    let due: Turno[] = [];
    // What boards have told last is on its way; what it is not in the end, the expectation below names.
    await eventually(async () => {
      const all = await root.call('turnos.listar', { query: { empresa_id: String(empresa_id), desde, hasta } });
      due = all.filter(({ inicio }) => inicio >= first && inicio < last);
      expect(due.every(({ estado }) => estado === 'cumplido')).toBe(true);
    }, MINUTE).catch(() => undefined);
    const figures = { updated: count('lista'), failed: count('fallo'), left: count('espera'), waited: waited.size };
    console.info(JSON.stringify({ ...figures, turns: due.length }));
    // By what the boards did, and by what the service was told.
    expect({
      ...figures,
      estado: told.estado,
      pausa: told.pausa,
      innocent: told.placas.filter(({ estado, placa_id }) => estado === 'fallo' && !faulty.has(placa_id)),
      disturbed: [...begun].filter(([board, at]) => !isQuiet(board, at)).map(([{ placa }]) => placa.id),
      short: boards
        .filter(({ ran, turns }) => ran.length !== turns.length || ran.some((one) => lengthOf(one) < TURN_MIN * MINUTE))
        .map(({ placa, ran }) => [placa.id, ...ran.map(lengthOf)]),
      due: due.length,
      unwatered: due.filter(({ estado }) => estado !== 'cumplido').map(({ turno_id, estado }) => [turno_id, estado]),
    }).toEqual({
      updated: Math.max(figures.updated, LEAST_UPDATED),
      failed: Math.min(figures.failed, MOST_FAILED),
      left: BOARDS - figures.updated - figures.failed,
      waited: Math.max(figures.waited, BOARDS / 10),
      estado: 'pausada',
      pausa: 'fallas',
      innocent: [],
      disturbed: [],
      short: [],
      due: 2 * BOARDS,
      unwatered: [],
    });
  },
  WHOLE_MS,
);
