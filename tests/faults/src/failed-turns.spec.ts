import type { AgendaMessage, AgendaRun, RunReport } from '@acequia/board-protocol';
import { Telegram } from '@acequia/simulators';
import { eventually, Farm, type RunningAcequia, startAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
/** A failed turn is told within so long of being known. */
const PROMISED_MS = 120_000;
/** Long enough for a second message, were there one: alerts asks every 20 s and waits 30. */
const QUIET_MS = 55_000;
const MINUTE_MS = 60_000;
const METER_PIN = 27;

/** How a board may say that a turn failed. Of 20 m³ its meter has counted four. */
const WAYS: Readonly<Record<string, (run: AgendaRun) => RunReport>> = {
  'the power was cut': ({ id, at }) => ({ id, started: at, secs: 30, end: 'power' }),
  'it did not know the time': ({ id }) => ({ id, started: null, secs: 0, end: 'clock' }),
  'it reached its longest time on': ({ id, at }) => ({ id, started: at, secs: 30, end: 'limit' }),
  'a protection kept it off': ({ id }) => ({ id, started: null, secs: 0, end: 'protection' }),
  'far less water flowed': ({ id, at }) => ({ id, started: at, secs: 600, end: 'done', litres: 4_000 }),
};
const BY_VOLUME = 'far less water flowed';
const KILLED = ['alerts', 'automation', 'the board'] as const;

interface Field {
  farm: Farm;
  chat_id: string;
}

let telegram: Telegram;
let acequia: RunningAcequia;
let db: Client;
/** Those that were told of a turn, each once. */
const told: Field[] = [];

beforeAll(async () => {
  telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  acequia = await startAcequia({ env: { TELEGRAM_API_URL: telegram.url } });
  db = new Client(acequia.databaseUrl);
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await acequia?.stop();
  await telegram?.stop();
});

/** A company with a chat, which is told of failed turns. */
const fieldOf = async (): Promise<Field> => {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const { id, nombre, fecha_vencimiento } = farm.empresa;
  const chat_id = String(7_000 + id);
  const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
  await root.call('empresas.actualizar', { params: { id }, body });
  const rule = { empresa_id: id, tipo: 'turno_fallido' as const, activa: 1 as const, espera_s: 30 };
  await farm.admin.api.call('avisos.guardar_regla', { body: rule });
  return { farm, chat_id };
};

const send = ({ farm }: Field, board: MqttClient, channel: string, message: object, qos: 0 | 1 = 1) =>
  board.publishAsync(`acequia/v1/${farm.board.id}/${channel}`, JSON.stringify(message), { qos });
const messages = ({ chat_id }: Field): number =>
  telegram
    .bot(TOKEN)
    .messages.filter((one) => one.chat_id === chat_id && /riegos? (perdido|sin agua|con mucha menos)/.test(one.text))
    .length;
const alarms = async ({ farm }: Field): Promise<number> =>
  (await farm.admin.api.call('avisos.listar', { query: {} })).filter(({ tipo }) => tipo === 'turno_fallido').length;
const counts = (of: readonly Field[]) => Promise.all(of.map(async (field) => [await alarms(field), messages(field)]));
const meter = ({ farm }: Field, fuente: { tipo: 'placa'; driver: 'pulsos'; pin: number } | { tipo: 'api' }) =>
  farm.admin.api.call('puntos.crear', {
    body: {
      empresa_id: farm.empresa.id,
      placa_id: fuente.tipo === 'api' ? null : farm.board.placa_id,
      fuente,
      magnitud: 'volumen',
      nombre: 'Medidor',
      mide: { switch_ids: [farm.switches[0]!.id] },
    },
  });

/** A board that takes its plan, and the run that somebody started. */
const running = async (field: Field, way: string): Promise<{ board: MqttClient; run: AgendaRun }> => {
  const { farm } = field;
  const byVolume = way === BY_VOLUME;
  const board = await farm.connectBoard();
  let agenda: AgendaMessage | undefined;
  const status = { online: true, can: byVolume ? ['agenda', 'points', 'volume'] : ['agenda'] };
  board.on('message', (_topic, payload) => {
    agenda = JSON.parse(payload.toString()) as AgendaMessage;
    void send(field, board, 'status', { ...status, revs: { agenda: agenda.rev } });
  });
  await board.subscribeAsync(`acequia/v1/${farm.board.id}/agenda`, { qos: 1 });
  await send(field, board, 'status', status);
  if (byVolume) await meter(field, { tipo: 'placa', driver: 'pulsos', pin: METER_PIN });
  const paso = { switch_id: farm.switches[0]!.id, duracion_s: 600 };
  const body = {
    empresa_id: farm.empresa.id,
    nombre: 'Pulsos',
    dias: { cada: 1, desde: '2026-01-01' },
    inicios: ['00:00'],
    pasos: [byVolume ? { ...paso, volumen_m3: 20 } : paso],
    sin_conexion: 'regar' as const,
  };
  const { id } = await farm.admin.api.call('programas.crear', { body });
  // Before automation knows what the board can, the service would run it.
  await eventually(() => {
    if (!agenda?.runs.some(({ vol }) => !byVolume || vol)) throw new Error('the board has no plan yet');
  });
  const [started] = await farm.admin.api.call('programas.ejecutar', { params: { id } });
  const run = await eventually(() => {
    const found = agenda?.runs.find((one) => one.id === started!.turno_id);
    if (!found) throw new Error('the board has no run yet');
    return found;
  });
  return { board, run };
};

/** A turn of which board and meter, not of that board, have told all: on for four minutes, and not a litre. Answers what ends it. */
const dry = async (field: Field): Promise<() => Promise<unknown>> => {
  const { farm } = field;
  const { id: punto_id } = await meter(field, { tipo: 'api' });
  const { id: switch_id, hardware_pin } = farm.switches[0]!;
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const minutes = Array.from({ length: 12 }, (_, n) => now - (12 - n) * MINUTE_MS);
  const inicio = minutes[3]!;
  const medidas = minutes.map((ts) => ({ punto_id, ts, valor: 51.2 }));
  await farm.admin.api.call('medidas.guardar', { body: { medidas } });
  const board = await farm.connectBoard();
  for (const [n, ts] of minutes.entries())
    await send(field, board, 'telemetry', { ts, pins: { [hardware_pin]: n >= 3 && n < 7 ? 1 : 0 } });
  await board.endAsync(true);
  return () =>
    db.query(
      `INSERT INTO automation.turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
         tarde_s, estado, real_inicio, real_segundos, confirmado)
       VALUES ($1, $2, 1, $3, $4, $4, 240, 240, 'placa', 0, 0, 'cumplido', $4, 240, true)`,
      [`1-${inicio / 1_000}-s${switch_id}`, farm.empresa.id, switch_id, inicio],
    );
};

it.each(KILLED)(
  'a turn that failed is told once within two minutes while %s is killed',
  async (killed) => {
    const begun = Object.entries(WAYS).map(async ([name, way]) => {
      const field = await fieldOf();
      return { field, way, ...(await running(field, name)) };
    });
    const [all, waterless] = await Promise.all([Promise.all(begun), fieldOf()]);
    const ends = await dry(waterless);
    const known = Date.now();
    if (killed === 'the board')
      for (const one of all) {
        // It goes without a word while it tells, and tells again when it is back.
        void send(one.field, one.board, 'runs', [one.way(one.run)], 0).catch(() => undefined);
        one.board.end(true);
        one.board = await one.field.farm.connectBoard();
      }
    await Promise.all([...all.map(({ field, board, run, way }) => send(field, board, 'runs', [way(run)])), ends()]);
    if (killed !== 'the board') process.kill(acequia.services[killed]![0]!, 'SIGKILL');

    const concerned = [...all.map(({ field }) => field), waterless];
    const once = concerned.map(() => [1, 1]);
    await eventually(async () => expect(await counts(concerned)).toEqual(once), PROMISED_MS);
    expect(Date.now() - known).toBeLessThan(PROMISED_MS);
    told.push(...concerned);
    await Promise.all(all.map(({ board }) => board.endAsync(true)));
  },
  600_000,
);

it('a board that was away for three days and ran everything alarms nothing and recovers nothing', async () => {
  const field = await fieldOf();
  const { farm } = field;
  const DAY_S = 86_400;
  const now_s = Math.floor(Date.now() / 1_000);
  const body = {
    empresa_id: farm.empresa.id,
    nombre: 'Pulsos',
    // Not one that is due while this runs.
    dias: { cada: 366, desde: new Date(Date.now() + 2 * DAY_S * 1_000).toISOString().slice(0, 10) },
    inicios: ['00:00'],
    pasos: [{ switch_id: farm.switches[0]!.id, duracion_s: 600 }],
    sin_conexion: 'regar' as const,
  };
  const { id: programa } = await farm.admin.api.call('programas.crear', { body });
  const starts = Array.from({ length: 12 }, (_, n) => now_s - 7_200 - n * 6 * 3_600);
  const runs = starts.map((at): AgendaRun => {
    const id = `${programa}-${at}-s${farm.switches[0]!.id}`;
    return { id, pin: farm.switches[0]!.hardware_pin, at, secs: 600, late_s: 300, link: 0 };
  });
  // As planning left them when the board took them.
  for (const { id, pin, at } of runs)
    await db.query(
      `INSERT INTO automation.turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
         con_enlace, tarde_s, estado, fijo)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 600, 600, 'placa', 0, 300, 'previsto', true)`,
      [id, farm.empresa.id, programa, farm.switches[0]!.id, farm.board.placa_id, pin, at * 1_000],
    );
  const states = async (): Promise<string[]> => {
    const day = (away: number): string => new Date(Date.now() + away * DAY_S * 1_000).toISOString().slice(0, 10);
    const turnos = await farm.admin.api.call('turnos.listar', { query: { desde: day(-4), hasta: day(1) } });
    return turnos.filter(({ programa_id }) => programa_id === programa).map(({ estado }) => estado);
  };
  const recover = async (id: string): Promise<number> =>
    (await farm.admin.api.raw('turnos.recuperar', { params: { turno_id: id } })).status;
  expect(await states()).toEqual(runs.map(() => 'sin_confirmar'));
  expect(await recover(runs[0]!.id)).toBe(409);

  const board = await farm.connectBoard();
  await send(field, board, 'status', { online: true, can: ['agenda'] });
  // Its pins tell first that it is off, and its reports come only after a while and while their reader is killed.
  await send(field, board, 'telemetry', { pins: { [farm.switches[0]!.hardware_pin]: 0 } });
  await sleep(10_000);
  const ran = runs.map(({ id, at }): RunReport => ({ id, started: at, secs: 600, end: 'done' }));
  process.kill(acequia.services['automation']![0]!, 'SIGKILL');
  for (const part of [ran.slice(6), ran.slice(0, 6)]) await send(field, board, 'runs', part);
  await eventually(async () => expect(await states()).toEqual(runs.map(() => 'cumplido')), PROMISED_MS);
  await sleep(QUIET_MS);
  // Nor is a turn of the others told a second time.
  expect(await counts([field, ...told])).toEqual([[0, 0], ...told.map(() => [1, 1])]);
  expect(await Promise.all(runs.map(({ id }) => recover(id)))).toEqual(runs.map(() => 409));
  await board.endAsync(true);
}, 600_000);
