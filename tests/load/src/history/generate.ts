import {
  connectBoard,
  eventually,
  Farm,
  PASSWORD,
  publishTelemetry,
  SENSOR_PIN,
  type RunningAcequia,
} from '@acequia/testing';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Board } from '../ingest/fleet.js';
import { type BoardRows, copyReadings, copyStates } from './copy-rows.js';
import { monthsOf, shapeOf } from './shape.js';

export const SCHEMA = 'telemetry_history';
/** Boards that speak while the history is read. */
const SPEAKING = 500;
const AT_ONCE = 200;
const HOUR_MS = 3_600_000;
const PARTITIONS_MS = 60_000;
const TABLES = ['lecturas', 'estados', 'lecturas_15m', 'transiciones'] as const;

/** A history that lies in a data folder, and what is needed to ask for it. */
export interface History {
  rows: number;
  /** No sample of it is later, ms. */
  until: number;
  empresa_id: number;
  /** The company's admin; the password is PASSWORD. */
  email: string;
  password: string;
  /** One switch with a sensor per board; the first one's board is the quick one. */
  sensors: { switch_id: number; placa_id: number; pin: number; every_ms: number; samples: number; from: number }[];
  speaking: Board[];
}

const FILE = 'bench-history.json';
/** The history of a folder, when one was finished there. */
export const historyIn = (folder: string): History | null => {
  const file = join(folder, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as History) : null;
};

/**
 * Fills an Acequia with years of readings: boards, switches and wiring through the API, partitions by the service itself, raw rows by
 * binary COPY in the order of the key, what is derived by the service's own definitions.
 * @param say hears how far it is
 */
export async function generate(acequia: RunningAcequia, rows: number, say: (line: object) => void): Promise<History> {
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const shape = shapeOf(rows, until);
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const empresa_id = farm.empresa.id;
  const credentials = await root.call('placas.registrar', { body: { empresa_id, cantidad: shape.length } });
  const boards = credentials.sort((a, b) => a.placa_id - b.placa_id);
  const switches: { id: number; placa_id: number | null }[] = [];
  for (let from = 0; from < boards.length; from += AT_ONCE) {
    const saved = await root.call('switches.guardar_lote', {
      body: {
        switches: boards.slice(from, from + AT_ONCE).map(({ id }, i) => ({
          nombre: `Válvula ${from + i + 1}`,
          tipo: 'selenoide' as const,
          zona: `Sector ${String(from + i + 1).padStart(3, '0')}`,
          empresa_id,
          dispositivo_id: id,
          par_numero: 1 as const,
          switch_site_id: from + i + 1,
          hardware_pin: 4,
          tiene_sensor: 1 as const,
          sensor_pin: SENSOR_PIN,
          activo: 1 as const,
        })),
      },
    });
    switches.push(...saved.switches.map(({ id }, i) => ({ id, placa_id: boards[from + i]!.placa_id })));
  }
  const speaking = await root.call('placas.registrar', { body: { empresa_id, cantidad: SPEAKING } });
  const parts = boards.map(({ placa_id }, i): BoardRows => ({ placa_id, sensor_pin: SENSOR_PIN, sampling: shape[i]! }));

  const db = new pg.Client({ connectionString: acequia.databaseUrl, options: `-c search_path=${SCHEMA}` });
  await db.connect();
  try {
    await makePartitions(farm, acequia, db, until);
    await fill(db, parts, until, say);
    await derive(acequia, db, say);
  } finally {
    await db.end();
  }
  const history: History = {
    rows,
    until,
    empresa_id,
    email: farm.admin.email,
    password: PASSWORD,
    sensors: parts.map(({ placa_id, sensor_pin, sampling }, i) => ({
      switch_id: switches[i]!.id,
      placa_id,
      pin: sensor_pin,
      ...sampling,
    })),
    speaking: speaking.map(({ id, placa_id, username, password }) => ({ id, placa_id, username, password })),
  };
  writeFileSync(join(acequia.dataFolder, FILE), JSON.stringify(history), { mode: 0o600 });
  await command(acequia, 'verify.js', say);
  return history;
}

/** A board that had buffered one sample of each month sends them: ingest makes the partitions it needs. */
async function makePartitions(farm: Farm, acequia: RunningAcequia, db: pg.Client, until: number): Promise<void> {
  const months = monthsOf(until);
  const client = await connectBoard(acequia.mqtt, farm.board);
  const samples = months.slice(1).map((end) => ({
    ts: Math.min(end, until) - HOUR_MS,
    pins: { 4: 0 },
    sensors: { [SENSOR_PIN]: { t: 20, h: 50 } },
  }));
  await publishTelemetry(client, farm.board.id, samples);
  await client.endAsync();
  await eventually(async () => {
    for (const month of months.slice(0, -1)) {
      const { rows } = await db.query(`SELECT to_regclass($1) IS NOT NULL AS there`, [`lecturas_${suffixOf(month)}`]);
      if (!rows[0].there) throw new Error(`no partition for ${suffixOf(month)}`);
    }
  }, PARTITIONS_MS);
}

const suffixOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7).replace('-', '_');

async function fill(db: pg.Client, boards: readonly BoardRows[], until: number, say: (line: object) => void) {
  const months = monthsOf(until);
  const started = performance.now();
  let readings = 0;
  let states = 0;
  for (const [i, month] of months.slice(0, -1).entries()) {
    const range: [number, number] = [month, months[i + 1]!];
    readings += await copyReadings(db, `lecturas_${suffixOf(month)}`, boards, range);
    states += await copyStates(db, `estados_${suffixOf(month)}`, boards, range);
    const seconds = (performance.now() - started) / 1_000;
    say({
      history: 'rows',
      month: suffixOf(month),
      readings,
      states,
      rows_per_s: Math.round((readings + states) / seconds),
    });
  }
}

/** A command of the service as an operator runs it, from the build. */
async function command(acequia: RunningAcequia, file: string, say: (line: object) => void): Promise<void> {
  const started = performance.now();
  const path = fileURLToPath(new URL(`../../../../apps/telemetry-history/dist/${file}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    env: { PATH: process.env['PATH'], DATABASE_URL: acequia.databaseUrl },
    maxBuffer: 64 * 1024 * 1024,
  });
  say({ history: file, seconds: Math.round((performance.now() - started) / 100) / 10, ...JSON.parse(stdout) });
}

/** Roll-ups and transitions from the raw rows, and tables as autovacuum would have them one day. */
async function derive(acequia: RunningAcequia, db: pg.Client, say: (line: object) => void): Promise<void> {
  await command(acequia, 'rebuild.js', say);
  const started = performance.now();
  for (const table of TABLES) await db.query(`VACUUM (ANALYZE) ${table}`);
  await db.query('CHECKPOINT');
  say({ history: 'vacuum', seconds: Math.round((performance.now() - started) / 1_000) });
}
