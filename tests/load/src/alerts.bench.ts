import { Telegram } from '@acequia/simulators';
import {
  connectBoard,
  eventually,
  Farm,
  manySwitches,
  publishTelemetry,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuByName } from './cpu.js';
import { BenchFleet, type Run } from './ingest/fleet.js';
import { quantiles } from './quantiles.js';

const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
const COMPANIES = 4;
const SWITCHES = 1_250;
/** Two rules of its own for each switch. */
const KINDS = ['relevador_inquieto', 'discrepancia'] as const;
const PACED = { rate: 2_000, seconds: 15 };
/** With and without alerts alternate, so that load on the machine affects both. */
const PAIRS = 3;
const SECONDS = 8;
const CLOSED = 5;
const PENDING_S = 2;

/** What alerts cost, what ingest loses to them, and how soon a message is there. */
export async function benchAlerts(): Promise<object[]> {
  const telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  const acequia = await startAcequia({ env: { TELEGRAM_API_URL: telegram.url } });
  let fleet: BenchFleet | undefined;
  try {
    const root = await acequia.loginAdmin();
    const told = await timeToTell(acequia, telegram);
    const boards = [];
    for (let n = 0; n < COMPANIES; n++) {
      const farm = await Farm.create(acequia, root);
      const many = await manySwitches(root, farm, SWITCHES);
      boards.push(...many.boards);
      await writeRules(
        acequia,
        farm,
        many.switches.map(({ id }) => id),
      );
    }
    fleet = await BenchFleet.connect(acequia.mqtt, boards);
    await fleet.paced(PACED.rate, 5, () => undefined);
    const before = cpuByName(acequia)['alerts'] ?? 0;
    const paced = await fleet.paced(PACED.rate, PACED.seconds, () => undefined);
    const cores = ((cpuByName(acequia)['alerts'] ?? 0) - before) / (paced.seconds * 1_000);
    const pairs = await inPairs(acequia, fleet);
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    return [
      {
        bench: `alerts: ${COMPANIES * SWITCHES * KINDS.length} rules at ${PACED.rate} samples/s`,
        samples_per_s: Math.round(paced.acked / paced.seconds),
        alerts_cores: Math.round(cores * 1_000) / 1_000,
        load_1m,
        wanted: 'alerts_cores < 0.2',
      },
      { bench: 'alerts: ingest beside them and without them', ...pairs, load_1m, wanted: 'ratio ≥ 0.9' },
      {
        bench: `alerts: from the end of a connection to the message, beyond the ${PENDING_S} s of the rule`,
        beyond_ms: quantiles(told),
        load_1m,
        wanted: 'max < 2000 ms',
      },
    ];
  } finally {
    fleet?.close();
    await acequia.stop();
    await telegram.stop();
  }
}

/** Straight into the table: ten thousand calls would take longer than the bench. */
async function writeRules(acequia: RunningAcequia, { empresa, admin }: Farm, switches: number[]): Promise<void> {
  const db = new pg.Client(acequia.databaseUrl);
  await db.connect();
  await db.query(
    `INSERT INTO alerts.reglas (empresa_id, tipo, objeto, activa, espera_s, umbral, histeresis, severidad)
     SELECT $1, tipo, 'switch:' || id, 1, 30, 12, 6, 'alta' FROM unnest($2::int[]) id, unnest($3::text[]) tipo`,
    [empresa.id, switches, KINDS],
  );
  await db.end();
  // A saved rule makes alerts read all of the company's.
  const body = { empresa_id: empresa.id, tipo: 'placa_sin_datos' as const, activa: 1 as const };
  await admin.api.call('avisos.guardar_regla', { body });
}

/** Stopped, alerts cost nothing and read nothing. */
async function inPairs(acequia: RunningAcequia, fleet: BenchFleet): Promise<object> {
  const runs: Record<'beside' | 'without', Run[]> = { beside: [], without: [] };
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of acequia.services['alerts'] ?? []) process.kill(pid, name);
  };
  for (let pair = 0; pair < PAIRS; pair++) {
    runs.beside.push(await fleet.flatOut(SECONDS));
    signal('SIGSTOP');
    try {
      runs.without.push(await fleet.flatOut(SECONDS));
    } finally {
      signal('SIGCONT');
    }
  }
  const perSecond = (some: readonly Run[]): number =>
    Math.round(some.reduce((sum, { acked }) => sum + acked, 0) / some.reduce((sum, { seconds }) => sum + seconds, 0));
  const [beside, without] = [perSecond(runs.beside), perSecond(runs.without)];
  return {
    beside_per_s: beside,
    without_per_s: without,
    ratio: Math.round((beside / without) * 100) / 100,
    beside_puback_ms: quantiles(runs.beside.flatMap(({ puback_ms }) => puback_ms)),
    without_puback_ms: quantiles(runs.without.flatMap(({ puback_ms }) => puback_ms)),
  };
}

/** Beyond the rule's wait, ms: one board of each of some companies hangs up. */
async function timeToTell(acequia: RunningAcequia, telegram: Telegram): Promise<number[]> {
  const root = await acequia.loginAdmin();
  const times: number[] = [];
  for (let n = 0; n < CLOSED; n++) {
    const farm = await Farm.create(acequia, root);
    const { id, nombre, fecha_vencimiento } = farm.empresa;
    const chat_id = String(7_000 + n);
    const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
    await root.call('empresas.actualizar', { params: { id }, body });
    const rule = { empresa_id: id, tipo: 'placa_sin_conexion' as const, activa: 1 as const, espera_s: PENDING_S };
    await farm.admin.api.call('avisos.guardar_regla', { body: rule });
    const board = await connectBoard(acequia.mqtt, farm.board);
    await publishTelemetry(board, farm.board.id, { pins: { 4: 0 } });
    await eventually(async () => {
      const [placa] = await farm.admin.api.call('placas.listar');
      if (placa?.online !== 1) throw new Error('the board is not seen yet');
    });
    // Long enough for alerts to know the new rule and the bot.
    await sleep(3_000);
    const closed = Date.now();
    await board.endAsync(true);
    const message = await eventually(() => {
      const [one] = telegram.bot(TOKEN).messages.filter((sent) => sent.chat_id === chat_id);
      if (!one) throw new Error('no message yet');
      return one;
    });
    times.push(message.at - closed - PENDING_S * 1_000);
  }
  return times;
}
