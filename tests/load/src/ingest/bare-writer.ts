import { Redis } from 'ioredis';
import pg from 'pg';
import { BARE, type BareBatch } from './bare.js';

/** Moves what the bare broker appended into Postgres: rows, their quarters of an hour, changes of state. Arguments: URLs of Redis and Postgres. */
const [redisUrl = '', databaseUrl = ''] = process.argv.slice(2);
const AT_ONCE = 64;

const TABLES = `
  DROP SCHEMA IF EXISTS ${BARE.schema} CASCADE;
  CREATE SCHEMA ${BARE.schema};
  SET search_path = ${BARE.schema};
  CREATE TABLE lecturas (placa_id integer, pin smallint, ts timestamptz, temperatura smallint, humedad smallint,
    PRIMARY KEY (placa_id, pin, ts)) PARTITION BY RANGE (ts);
  CREATE TABLE lecturas_siempre PARTITION OF lecturas FOR VALUES FROM ('2000-01-01') TO ('2100-01-01');
  CREATE TABLE tramos (placa_id integer, pin smallint, ts timestamptz, n integer, t bigint, h bigint,
    t_min smallint, t_max smallint, h_min smallint, h_max smallint, PRIMARY KEY (placa_id, pin, ts));
  CREATE TABLE valores (punto_id integer, ts timestamptz, valor bigint, PRIMARY KEY (punto_id, ts)) PARTITION BY RANGE (ts);
  CREATE TABLE valores_siempre PARTITION OF valores FOR VALUES FROM ('2000-01-01') TO ('2100-01-01');
  CREATE TABLE valores_15m (punto_id integer, ts timestamptz, n integer, suma numeric, minimo bigint, maximo bigint,
    PRIMARY KEY (punto_id, ts));
  CREATE TABLE cambios (placa_id integer, pin smallint, ts timestamptz, estado smallint, PRIMARY KEY (placa_id, pin, ts))`;

const STORE = `
  WITH nuevas AS (
    INSERT INTO lecturas SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::smallint[], $5::smallint[])
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING RETURNING *
  )
  INSERT INTO tramos AS r
  SELECT placa_id, pin, date_bin('15 minutes', ts, 'epoch') AS tramo, count(*), sum(temperatura), sum(humedad),
         min(temperatura), max(temperatura), min(humedad), max(humedad)
    FROM nuevas GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (placa_id, pin, ts) DO UPDATE SET n = r.n + excluded.n, t = r.t + excluded.t, h = r.h + excluded.h,
    t_min = least(r.t_min, excluded.t_min), t_max = greatest(r.t_max, excluded.t_max),
    h_min = least(r.h_min, excluded.h_min), h_max = greatest(r.h_max, excluded.h_max)`;
const STORE_VALUES = `
  WITH nuevos AS (
    INSERT INTO valores SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[]) ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING *
  )
  INSERT INTO valores_15m AS r
  SELECT punto_id, date_bin('15 minutes', ts, 'epoch') AS tramo, count(*), sum(valor), min(valor), max(valor)
    FROM nuevos GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (punto_id, ts) DO UPDATE SET n = r.n + excluded.n, suma = r.suma + excluded.suma,
    minimo = least(r.minimo, excluded.minimo), maximo = greatest(r.maximo, excluded.maximo)`;
const CHANGE = `INSERT INTO cambios SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::smallint[]) ON CONFLICT DO NOTHING`;

type Reply = [string, [string, string[]][]][] | null;

const redis = new Redis(redisUrl);
const db = new pg.Client(databaseUrl);
await db.connect();
await db.query(TABLES);
process.send?.('ready');
process.on('disconnect', () => process.exit());

/** Last state of each pin, so that only changes are stored. */
const known = new Map<number, number>();
for (;;) {
  const reply = (await redis.xreadgroup(
    'GROUP',
    BARE.group,
    'one',
    'COUNT',
    AT_ONCE,
    'BLOCK',
    1_000,
    'STREAMS',
    BARE.stream,
    '>',
  )) as Reply;
  const entries = reply?.[0]?.[1] ?? [];
  if (entries.length === 0) continue;
  const readings: [number[], number[], Date[], number[], number[]] = [[], [], [], [], []];
  const changes: [number[], number[], Date[], number[]] = [[], [], [], []];
  const told: [number[], Date[], number[]] = [[], [], []];
  for (const [, fields] of entries) {
    const { samples, values } = JSON.parse(fields[1]!) as BareBatch;
    for (const [point, ms, value] of values)
      [point, new Date(ms), Math.round(value * 1_000)].forEach((each, i) => told[i]!.push(each as never));
    for (const [board, ms, pin, t, h, ...states] of samples) {
      const ts = new Date(ms);
      [board, pin, ts, Math.round(t * 100), Math.round(h * 100)].forEach((value, i) =>
        readings[i]!.push(value as never),
      );
      for (const [relay, state] of states) {
        const key = board * 64 + relay;
        if (known.get(key) === state) continue;
        known.set(key, state);
        [board, relay, ts, state].forEach((value, i) => changes[i]!.push(value as never));
      }
    }
  }
  if (readings[0].length > 0) await db.query({ name: 'store', text: STORE, values: readings });
  if (told[0].length > 0) await db.query({ name: 'values', text: STORE_VALUES, values: told });
  if (changes[0].length > 0) await db.query({ name: 'change', text: CHANGE, values: changes });
  const ids = entries.map(([id]) => id);
  await redis.xack(BARE.stream, BARE.group, ...ids);
  await redis.xdel(BARE.stream, ...ids);
}
