import pg from 'pg';
import { eventually } from '../eventually.js';

const WITHIN_MS = 180_000;

/** Fails unless every acknowledged sample (`placa_id:ts`) is a row exactly once, in the readings and in their roll-up. */
export const expectStored = async (databaseUrl: string, acknowledged: ReadonlySet<string>): Promise<void> => {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await eventually(async () => {
      const { rows } = await db.query<{ placa_id: number; ts: string }>(
        'SELECT placa_id, (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.lecturas',
      );
      const stored = new Set(rows.map(({ placa_id, ts }) => `${placa_id}:${ts}`));
      expect([...acknowledged].filter((key) => !stored.has(key))).toEqual([]);
      // The primary key forbids doubles among rows; the roll-up is where a double would show.
      expect(stored.size).toBe(rows.length);
    }, WITHIN_MS);
    const { rows } = await db.query(
      'SELECT (SELECT count(*)::int FROM telemetry_history.lecturas) AS raw, (SELECT sum(n_temperatura)::int FROM telemetry_history.lecturas_15m) AS rolled',
    );
    expect(rows[0].rolled).toBe(rows[0].raw);
  } finally {
    await db.end();
  }
};
