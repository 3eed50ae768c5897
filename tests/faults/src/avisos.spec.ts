import type { PlacaCredencial } from '@acequia/contracts';
import { Telegram } from '@acequia/simulators';
import { connectBoard, eventually, Farm, publishTelemetry, type RunningAcequia, startAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from './random.js';
import { type Strike, type Told, toldOf } from './told.js';

/**
 * The invariant: each alarm is sent once, or again as the same message where its answer was lost. It is checked by the texts at
 * the stand-in for Telegram, while alerts, both Redis and the stand-in are killed at random moments.
 */
const COMPANIES = 4;
const BOARDS = 25;
const RELAYS = [4, 5, 16, 13, 14] as const;
const SENSORS = [18, 19, 21, 22, 23] as const;
const ALARMS = BOARDS * SENSORS.length;
const STRIKES = 10;
const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
const [COOL, HOT] = [20, 45];

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 100_000);
const random = randomFrom(seed);

interface Sensed {
  board: PlacaCredencial;
  link: MqttClient;
  temperatures: number[];
}
interface Company {
  chat_id: string;
  farm: Farm;
  boards: Sensed[];
}

let telegram: Telegram;
let acequia: RunningAcequia;
const companies: Company[] = [];
const strikes: Strike[] = [];

beforeAll(async () => {
  telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  acequia = await startAcequia({ env: { TELEGRAM_API_URL: telegram.url } });
  const root = await acequia.loginAdmin();
  for (let n = 0; n < COMPANIES; n++) {
    const farm = await Farm.create(acequia, root);
    const { id, nombre, fecha_vencimiento } = farm.empresa;
    const chat_id = String(5_000 + n);
    const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
    await root.call('empresas.actualizar', { params: { id }, body });
    const rule = { empresa_id: id, tipo: 'temperatura_alta' as const, activa: 1 as const, umbral: 30, histeresis: 1 };
    await root.call('avisos.guardar_regla', { body: { ...rule, espera_s: 1 } });
    companies.push({ chat_id, farm, boards: await boardsOf(farm) });
  }
});

afterAll(async () => {
  for (const { boards } of companies) for (const { link } of boards) link.end(true);
  await acequia?.stop();
  await telegram?.stop();
});

const boardsOf = async ({ empresa, admin }: Farm): Promise<Sensed[]> => {
  const body = { empresa_id: empresa.id, cantidad: BOARDS };
  const boards = await (await acequia.loginAdmin()).call('placas.registrar', { body });
  const switches = boards.flatMap(({ id }, b) =>
    RELAYS.map((hardware_pin, s) => ({
      nombre: `V${b * RELAYS.length + s}`,
      zona: 'Norte',
      tipo: 'selenoide' as const,
      empresa_id: empresa.id,
      dispositivo_id: id,
      par_numero: 1 as const,
      switch_site_id: s + 1,
      hardware_pin,
      tiene_sensor: 1 as const,
      sensor_pin: SENSORS[s] ?? 0,
      activo: 1 as const,
    })),
  );
  await admin.api.call('switches.guardar_lote', { body: { switches } });
  return Promise.all(
    boards.map(async (board) => ({
      board,
      link: await connectBoard(acequia.mqtt, board),
      temperatures: SENSORS.map(() => COOL),
    })),
  );
};

const publish = ({ board, link, temperatures }: Sensed): Promise<void> => {
  const sensors = Object.fromEntries(SENSORS.map((pin, s) => [pin, { t: temperatures[s], h: 50 }]));
  return publishTelemetry(link, board.id, { sensors }).catch(() => undefined);
};
const all = (): Sensed[] => companies.flatMap(({ boards }) => boards);

/** Sensors reach a temperature in random order, all within about `seconds`. */
const drift = async (to: number, seconds: number): Promise<void> => {
  const left = all().flatMap((one) => SENSORS.map((_pin, s) => ({ one, s })));
  const per = Math.ceil(left.length / seconds);
  while (left.length > 0) {
    const moved = new Set<Sensed>();
    for (let i = 0; i < per && left.length > 0; i++) {
      const [{ one, s }] = left.splice(Math.floor(random() * left.length), 1) as [(typeof left)[number]];
      one.temperatures[s] = to;
      moved.add(one);
    }
    await Promise.all([...moved].map(publish));
    await sleep(1_000);
  }
};

const kill = (what: string, pid: number | undefined): void => {
  if (pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  strikes.push({ what, from: Date.now(), to: Date.now() });
};
/** Makes the stand-in fail for a while. */
const during = async (what: string, ms: number, begin: () => unknown, end: () => unknown): Promise<void> => {
  const from = Date.now();
  await begin();
  await sleep(ms);
  await end();
  strikes.push({ what, from, to: Date.now() });
};
const port = (): number => Number(new URL(telegram.url).port);
const WAYS: readonly (() => Promise<void> | void)[] = [
  () => kill('alerts', acequia.services['alerts']?.[0]),
  () => kill('redis', acequia.parts['redis']),
  () => kill('redis-volatile', acequia.parts['redis-volatile']),
  () => {
    const at = port();
    return during(
      'telegram away',
      1_000,
      () => telegram.stop(),
      () => telegram.start(at),
    );
  },
  () =>
    during(
      'answers lost',
      1_000,
      () => telegram.misbehave({ loseAnswers: true }),
      () => telegram.misbehave({}),
    ),
];

const strike = async (times: number): Promise<void> => {
  // Every kind of fault happens once before any repeats.
  let ways: typeof WAYS = [];
  for (let n = 0; n < times; n++) {
    if (ways.length === 0) ways = [...WAYS].sort(() => random() - 0.5);
    const [way, ...others] = ways;
    ways = others;
    await sleep(500 + random() * 4_000);
    await way?.();
  }
};

const told = ({ chat_id }: Company): Told =>
  toldOf(
    telegram.bot(TOKEN).messages.filter((one) => one.chat_id === chat_id),
    strikes,
  );
const numbersOf = (named: Map<string, Set<number>>): number[] => [...named.values()].map(({ size }) => size);

it(`tells each alarm and each end once, whatever is killed meanwhile (FAULTS_SEED=${seed})`, async () => {
  let reporting = true;
  const reports = (async () => {
    for (; reporting; await sleep(5_000)) await Promise.all(all().map(publish));
  })();
  await sleep(1_000);
  await Promise.all([drift(HOT, 30), strike(STRIKES)]);
  await eventually(() => {
    for (const company of companies) {
      const { begun, others } = told(company);
      expect({ chat: company.chat_id, told: begun.size + others }).toEqual({ chat: company.chat_id, told: ALARMS });
    }
  });

  await Promise.all([drift(COOL, 15), strike(STRIKES / 2)]);
  const open = async ({ farm }: Company): Promise<number> =>
    (await farm.admin.api.call('avisos.listar', { query: { estado: 'abierto' } })).length;
  await eventually(async () => {
    for (const company of companies) expect(await open(company)).toBe(0);
    for (const company of companies) {
      const { begun, over, others } = told(company);
      expect({ chat: company.chat_id, told: begun.size + over.size + others }).toEqual({
        chat: company.chat_id,
        told: 2 * ALARMS,
      });
    }
  });
  reporting = false;
  await reports;

  // No further message follows.
  const before = telegram.bot(TOKEN).messages.length;
  await sleep(5_000);
  expect(telegram.bot(TOKEN).messages).toHaveLength(before);
  for (const company of companies) {
    const { begun, over } = told(company);
    expect(new Set([...numbersOf(begun), ...numbersOf(over)])).toEqual(new Set([1]));
  }
}, 600_000);
