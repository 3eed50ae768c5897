import pg from 'pg';
import { eventually } from '../eventually.js';
import type { OwedValues } from './owed-values.js';

const WITHIN_MS = 180_000;

/**
 * Fails unless every acknowledged sample (`placa_id:ts`) is a row exactly once, in the readings and in their roll-up.
 * @param values also every acknowledged value of a point is, as it was sent; there are no others
 */
export const expectStored = async (
  databaseUrl: string,
  acknowledged: ReadonlySet<string>,
  values: readonly OwedValues[] = [],
): Promise<void> => {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await expectReadings(db, acknowledged);
    if (values.length > 0) await expectValues(db, values);
  } finally {
    await db.end();
  }
};

const expectReadings = async (db: pg.Client, owed: ReadonlySet<string>): Promise<void> => {
  await eventually(async () => {
    const found = await db.query<{ id: number; ts: string }>(
      'SELECT placa_id AS id, (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.lecturas',
    );
    const stored = new Set(found.rows.map(({ id, ts }) => `${id}:${ts}`));
    expect([...owed].filter((key) => !stored.has(key))).toEqual([]);
    // The primary key forbids doubles among rows; the roll-up is where a double would show.
    expect(stored.size).toBe(found.rows.length);
  }, WITHIN_MS);
  const sums = await db.query<{ raw: number; rolled: number }>(
    `SELECT (SELECT count(*)::int FROM telemetry_history.lecturas) AS raw,
            (SELECT sum(n_temperatura)::int FROM telemetry_history.lecturas_15m) AS rolled`,
  );
  expect(sums.rows[0]!.rolled).toBe(sums.rows[0]!.raw);
};

const expectValues = async (db: pg.Client, values: readonly OwedValues[]): Promise<void> => {
  await eventually(async () => {
    const found = await db.query<{ id: number; ts: string; valor: string | null }>(
      'SELECT punto_id AS id, (extract(epoch FROM ts) * 1000)::bigint AS ts, valor FROM telemetry_history.valores',
    );
    const stored = new Map(
      found.rows.map(({ id, ts, valor }) => [`${id}:${ts}`, valor === null ? null : Number(valor)] as const),
    );
    expect(values.flatMap((owed) => owed.missing(stored))).toEqual([]);
    expect([...stored].filter(([key, kept]) => !values.some((owed) => owed.has(key, kept)))).toEqual([]);
    expect(stored.size).toBe(found.rows.length);
  }, WITHIN_MS);
  const unlike = await db.query(
    `SELECT punto_id, r.rows, r.known, r.total, q.rows, q.known, q.total
       FROM (SELECT punto_id, count(*) AS rows, count(valor) AS known, coalesce(sum(valor), 0) AS total
               FROM telemetry_history.valores GROUP BY 1) r
       FULL JOIN (SELECT punto_id, sum(n) AS rows, sum(n_valor) AS known, sum(suma) AS total
               FROM telemetry_history.valores_15m GROUP BY 1) q USING (punto_id)
      WHERE (r.rows, r.known, r.total) IS DISTINCT FROM (q.rows, q.known, q.total)`,
  );
  expect(unlike.rows).toEqual([]);
};
