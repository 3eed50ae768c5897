import pg from 'pg';
import { eventually } from '../eventually.js';

const WITHIN_MS = 180_000;

/**
 * Fails unless every acknowledged sample (`placa_id:ts`) is a row exactly once, in the readings and in their roll-up.
 * @param meters of these boards each sample also is one value of the point beside it
 */
export const expectStored = async (
  databaseUrl: string,
  acknowledged: ReadonlySet<string>,
  meters: ReadonlyMap<number, number> = new Map(),
): Promise<void> => {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await expectRows(db, acknowledged, READINGS);
    const values = [...acknowledged].flatMap((key) => {
      const [placa = '', ts] = key.split(':');
      const punto = meters.get(Number(placa));
      return punto === undefined ? [] : [`${punto}:${ts}`];
    });
    if (meters.size > 0) await expectRows(db, new Set(values), VALUES);
  } finally {
    await db.end();
  }
};

const READINGS = { of: 'placa_id', rows: 'lecturas', rolled: 'sum(n_temperatura)' };
const VALUES = { of: 'punto_id', rows: 'valores', rolled: 'sum(n_valor)' };

const expectRows = async (
  db: pg.Client,
  owed: ReadonlySet<string>,
  { of, rows, rolled }: typeof READINGS,
): Promise<void> => {
  await eventually(async () => {
    const found = await db.query<{ id: number; ts: string }>(
      `SELECT ${of} AS id, (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.${rows}`,
    );
    const stored = new Set(found.rows.map(({ id, ts }) => `${id}:${ts}`));
    expect([...owed].filter((key) => !stored.has(key))).toEqual([]);
    // The primary key forbids doubles among rows; the roll-up is where a double would show.
    expect(stored.size).toBe(found.rows.length);
  }, WITHIN_MS);
  const sums = await db.query<{ raw: number; rolled: number }>(
    `SELECT (SELECT count(*)::int FROM telemetry_history.${rows}) AS raw,
            (SELECT ${rolled}::int FROM telemetry_history.${rows}_15m) AS rolled`,
  );
  expect(sums.rows[0]!.rolled).toBe(sums.rows[0]!.raw);
};
