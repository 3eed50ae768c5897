import pg from 'pg';
import { SCHEMA } from '../schema.js';
import { COMPROBACIONES, type TablaDerivada } from './verify.sql.js';

/** Boards recomputed at a time: memory stays flat however many there are. */
const PLACAS = 50;
/** Differences shown per table and group of boards. */
const MAXIMO = 100;

export interface Diferencia {
  tabla: TablaDerivada;
  /** The stored row and the one that raw data gives; {} where there is none. */
  guardado: object;
  recalculado: object;
}

/**
 * Recomputes roll-ups, transitions and the boards' newest state from raw rows and compares them with what is stored, to the
 * digit. Reads one snapshot: ingest may go on meanwhile.
 */
export const verificar = async (url: string): Promise<{ placas: number; diferencias: Diferencia[] }> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'acequia verify',
    options: `-c search_path=${SCHEMA},public`,
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await comparar(client);
  } finally {
    await client.end();
  }
};

const comparar = async (client: pg.Client): Promise<{ placas: number; diferencias: Diferencia[] }> => {
  const { rows: limites } = await client.query<{ desde: string }>(
    `SELECT coalesce(max(desde)::text, '-infinity') AS desde FROM retencion WHERE tabla IN ('lecturas', 'estados')`,
  );
  const placas = await placasConDatos(client);
  const diferencias: Diferencia[] = [];
  for (let i = 0; i < placas.length; i += PLACAS) {
    const grupo = placas.slice(i, i + PLACAS);
    const values = [grupo[0], grupo.at(-1), limites[0]?.desde, MAXIMO];
    for (const [tabla, statement] of Object.entries(COMPROBACIONES) as [TablaDerivada, string][]) {
      const { rows } = await client.query<Omit<Diferencia, 'tabla'>>(statement, values);
      diferencias.push(...rows.map((row) => ({ tabla, ...row })));
    }
  }
  return { placas: placas.length, diferencias };
};

/** Every board that occurs anywhere, found by index skips: the tables may hold hundreds of millions of rows. */
const placasConDatos = async (client: pg.Client): Promise<number[]> => {
  const enTabla = (tabla: string): string => `
    WITH RECURSIVE saltos AS (
      SELECT min(placa_id) AS placa_id FROM ${tabla}
      UNION ALL
      SELECT (SELECT min(t.placa_id) FROM ${tabla} t WHERE t.placa_id > s.placa_id) FROM saltos s WHERE s.placa_id IS NOT NULL
    ) SELECT placa_id FROM saltos WHERE placa_id IS NOT NULL`;
  const tablas = ['lecturas', 'estados', ...Object.keys(COMPROBACIONES)];
  const { rows } = await client.query<{ placa_id: number }>(
    `${tablas.map((tabla) => `(${enTabla(tabla)})`).join(' UNION ')} ORDER BY 1`,
  );
  return rows.map(({ placa_id }) => placa_id);
};
