import type { RunningAcequia } from '@acequia/testing';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { rssOf } from '../cpu.js';
import { type History, SCHEMA } from './generate.js';
import { Psql } from './psql.js';

const DAY_MS = 86_400_000;
const ZONE = 'America/Mexico_City';
const ROWS = 5_000_000;
const ROUNDS = 2;
const LOOK_MS = 50;

/** Days of the company's calendar that hold about so many rows of the quick board, ending before its last day. */
export function rangeOf({ sensors, until, rows }: History): { desde: string; hasta: string } {
  const { every_ms } = sensors[0]!;
  const wanted = Math.min(ROWS, Math.floor(rows * 0.05));
  const days = Math.max(1, Math.ceil((wanted * every_ms) / DAY_MS));
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return { desde: day(until - (days + 1) * DAY_MS), hasta: day(until - 2 * DAY_MS) };
}

/** Most memory that each of these processes had while something ran, over what it had before, MB. */
async function growth<T>(services: Record<string, number[]>, work: () => Promise<T>) {
  const pids = Object.entries(services).map(([name, [pid]]) => [name, pid!] as const);
  const before = new Map(pids.map(([name, pid]) => [name, rssOf(pid)]));
  const most = new Map(before);
  const timer = setInterval(() => {
    for (const [name, pid] of pids) most.set(name, Math.max(most.get(name)!, rssOf(pid)));
  }, LOOK_MS);
  try {
    const result = await work();
    const grown = pids.map(([name]) => [name, Math.round((most.get(name)! - before.get(name)!) / 1_024)] as const);
    return { result, grown: Object.fromEntries(grown) as Record<string, number> };
  } finally {
    clearInterval(timer);
  }
}

/** Asks for the file as a browser does and throws it away. */
const download = (
  url: string,
  token: string,
): Promise<{ first_ms: number; seconds: number; bytes: number; rows: number }> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    let first_ms = 0;
    let bytes = 0;
    let rows = -1;
    get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        first_ms ||= performance.now() - started;
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      });
      response.on('end', () => resolve({ first_ms, bytes, rows, seconds: (performance.now() - started) / 1_000 }));
      response.on('error', reject);
    }).on('error', reject);
  });

/** A CSV of millions of rows through the product, beside `\copy` of the same query. */
export async function* measureExport(acequia: RunningAcequia, history: History): AsyncGenerator<object> {
  const api = await acequia.login(history.email, history.password);
  const { switch_id, placa_id, pin } = history.sensors[0]!;
  const { desde, hasta } = rangeOf(history);
  const psql = await Psql.connect(acequia.databaseUrl, { search_path: SCHEMA, TimeZone: ZONE });
  const query = `SELECT to_char(ts, 'YYYY-MM-DD HH24:MI:SS.MSTZH:TZM'), 'Sector 001', 'Válvula 1',
      round(temperatura / 100.0, 2), round(humedad / 100.0, 2)
    FROM lecturas WHERE placa_id = ${placa_id} AND pin = ${pin}
     AND ts >= '${desde}'::date AND ts < '${hasta}'::date + 1 ORDER BY ts`;
  const url = `${acequia.http}/api/switches/historial/temp/csv?switch_id=${switch_id}&desde=${desde}&hasta=${hasta}`;
  const services = {
    'telemetry-history': acequia.services['telemetry-history'] ?? [],
    'api-gateway': acequia.services['api-gateway'] ?? [],
  };
  try {
    await psql.copied(query);
    const runs: Awaited<ReturnType<typeof download>>[] = [];
    const bare: number[] = [];
    let grown: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await psql.copied(query));
      const { result, grown: by } = await growth(services, () => download(url, api.token!));
      runs.push(result);
      grown = Object.fromEntries(Object.entries(by).map(([name, mb]) => [name, Math.max(mb, grown[name] ?? 0)]));
    }
    const rows = runs[0]!.rows;
    const rate = (seconds: readonly number[]): number =>
      Math.round((rows * seconds.length) / seconds.reduce((a, b) => a + b));
    const product = rate(runs.map(({ seconds }) => seconds));
    const yardstick = rate(bare);
    yield {
      bench: 'history: CSV of one switch',
      rows,
      mb: Math.round(runs[0]!.bytes / 1_048_576),
      rows_per_s: product,
      yardstick_copy_rows_per_s: yardstick,
      ratio: Math.round((product / yardstick) * 100) / 100,
      first_byte_ms: Math.round(Math.max(...runs.map(({ first_ms }) => first_ms))),
      memory_grows_mb: grown,
      load_1m: Math.round(loadavg()[0]! * 10) / 10,
      wanted: 'ratio ≥ 0.4, first byte < 300 ms, < 50 MB',
    };
  } finally {
    psql.close();
  }
}
