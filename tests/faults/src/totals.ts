import type { ApiClient } from '@acequia/testing';
import pg from 'pg';
import { slowly } from './month/slowly.js';

const DAY = 86_400_000;

/** Fails unless the history says of each counter of volume what all its stored values say, one by one. @returns litres in all */
export const expectTotals = async (databaseUrl: string, api: ApiClient, meters: Iterable<number>): Promise<number> => {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  const from = Date.now() - DAY;
  let litres = 0;
  try {
    for (const id of meters) {
      const { rows } = await db.query<{ ts: string; kept: string }>(
        'SELECT (extract(epoch FROM ts) * 1000)::bigint AS ts, valor AS kept FROM telemetry_history.valores WHERE punto_id = $1',
        [id],
      );
      const told = rows.map(({ ts, kept }) => ({ ts: Number(ts), kept: Number(kept) }));
      const [whole] = slowly('volumen', told, [from, Date.now() + DAY]);
      const query = { desde: dayOf(from - DAY), hasta: dayOf(from + 2 * DAY), puntos: '10' };
      const { puntos } = await api.call('puntos.serie', { params: { id: String(id) }, query });
      const said = puntos.reduce((sum, { suma }) => sum + Math.round((suma ?? 0) * 1_000), 0);
      expect({ id, litres: said }).toEqual({ id, litres: Math.round((whole?.suma ?? 0) * 1_000) });
      litres += said;
    }
  } finally {
    await db.end();
  }
  return litres;
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
