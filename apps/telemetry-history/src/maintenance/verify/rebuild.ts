import pg from 'pg';
import { SCHEMA } from '../../schema.js';
import { completeSince, type Familia, withData, METERS, PLACAS, POINTS } from './verification.js';
import { CURRENT_ONES, MEDICIONES, SPANS, TRANSITIONS, VALORES } from './verify.sql.js';

/** $1 and $2 = one board or device, $3 = start of complete raw data: older derived rows cannot be recomputed and stay. */
const DE_UNA_PLACA = [
  `DELETE FROM lecturas_15m WHERE ${SPANS.which}`,
  `INSERT INTO lecturas_15m ${SPANS.rebuilt}`,
  `DELETE FROM transiciones t WHERE ${TRANSITIONS.which}`,
  `INSERT INTO transiciones ${TRANSITIONS.rebuilt} ORDER BY placa_id, pin, ts`,
  `DELETE FROM estado_actual WHERE placa_id BETWEEN $1 AND $2 AND $3::timestamptz = '-infinity'`,
  `INSERT INTO estado_actual AS a (placa_id, ts, pines, encendidos, ts_pines, sensores)
   ${CURRENT_ONES.rebuilt('coalesce(sensores, 0) AS sensores')}
   ON CONFLICT (placa_id) DO UPDATE SET ts = excluded.ts, pines = excluded.pines, encendidos = excluded.encendidos,
     ts_pines = excluded.ts_pines, sensores = a.sensores | excluded.sensores`,
];
const OF_A_METER = [
  `DELETE FROM mediciones_15m WHERE ${MEDICIONES.which}`,
  `INSERT INTO mediciones_15m ${MEDICIONES.rebuilt}`,
];
const OF_A_POINT = [`DELETE FROM valores_15m WHERE ${VALORES.which}`, `INSERT INTO valores_15m ${VALORES.rebuilt}`];

export interface Rebuilt {
  placas: number;
  dispositivos: number;
  puntos: number;
}

/**
 * Recomputes all derived data from raw rows, with the definitions that {@link verificar} compares with. For use after rows were
 * inserted by hand (a backup, a bulk load), or when verify found a difference. Works board by board; ingest continues, and waits
 * while a board is processed.
 */
export const rebuild = async (url: string): Promise<Rebuilt> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'acequia rebuild',
    // One board may have millions of rows to sort, and no other query needs this much memory at the time.
    options: `-c search_path=${SCHEMA},public -c work_mem=64MB`,
  });
  await client.connect();
  try {
    const placas = await forEachOne(client, await withData(client, PLACAS), DE_UNA_PLACA, PLACAS);
    const dispositivos = await forEachOne(client, await withData(client, METERS), OF_A_METER, METERS);
    const puntos = await forEachOne(client, await withData(client, POINTS), OF_A_POINT, POINTS);
    return { placas, dispositivos, puntos };
  } finally {
    await client.end();
  }
};

const forEachOne = async (
  client: pg.Client,
  ids: readonly number[],
  statements: readonly string[],
  familia: Familia,
): Promise<number> => {
  for (const id of ids) {
    await client.query('BEGIN');
    // Takes ingest's lock for all boards: no other writer meanwhile, and other processes drop their copies of boards afterwards.
    await client.query('UPDATE turno SET numero = numero + 1');
    const desde = await completeSince(client, familia);
    for (const statement of statements) await client.query(statement, [id, id, desde]);
    await client.query('COMMIT');
  }
  return ids.length;
};
