import pg from 'pg';
import { SCHEMA } from '../../schema.js';
import { CHECKS, METER_CHECKS, POINT_CHECKS, type DerivedTable } from './verify.sql.js';

/** Boards or meters recomputed at a time, so that memory use does not grow with their number. */
const BATCH = 50;
/** Maximum number of differences reported per table and batch. */
const MAXIMUM = 100;

/** Tables that are recomputed together: rows with one kind of key, from raw tables that retention drops together. */
export interface Familia {
  clave: 'placa_id' | 'dispositivo_id' | 'punto_id';
  raw: readonly string[];
  checks: Partial<Record<DerivedTable, string>>;
}
export const PLACAS: Familia = { clave: 'placa_id', raw: ['lecturas', 'estados'], checks: CHECKS };
export const METERS: Familia = {
  clave: 'dispositivo_id',
  raw: ['mediciones'],
  checks: METER_CHECKS,
};
export const POINTS: Familia = { clave: 'punto_id', raw: ['valores'], checks: POINT_CHECKS };

export interface Difference {
  tabla: DerivedTable;
  /** The stored row and the row recomputed from raw data; {} when missing. */
  stored: object;
  recomputed: object;
}

export interface Verification {
  placas: number;
  dispositivos: number;
  puntos: number;
  differences: Difference[];
}

/**
 * Recomputes roll-ups, transitions and the boards' latest state from raw rows and compares them exactly with the stored rows. Reads
 * one snapshot, so ingest may continue meanwhile.
 */
export const verificar = async (url: string): Promise<Verification> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'acequia verify',
    options: `-c search_path=${SCHEMA},public`,
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const placas = await compare(client, PLACAS);
    const meters = await compare(client, METERS);
    const points = await compare(client, POINTS);
    return {
      placas: placas.ids,
      dispositivos: meters.ids,
      puntos: points.ids,
      differences: [...placas.differences, ...meters.differences, ...points.differences],
    };
  } finally {
    await client.end();
  }
};

const compare = async (client: pg.Client, familia: Familia): Promise<{ ids: number; differences: Difference[] }> => {
  const desde = await completeSince(client, familia);
  const ids = await withData(client, familia);
  const differences: Difference[] = [];
  for (let i = 0; i < ids.length; i += BATCH) {
    const batch = ids.slice(i, i + BATCH);
    const values = [batch[0], batch.at(-1), desde, MAXIMUM];
    for (const [tabla, statement] of Object.entries(familia.checks) as [DerivedTable, string][]) {
      const { rows } = await client.query<Omit<Difference, 'tabla'>>(statement, values);
      differences.push(...rows.map((row) => ({ tabla, ...row })));
    }
  }
  return { ids: ids.length, differences };
};

/** Time since which the family's raw rows are complete, as Postgres writes it; -infinity = nothing was ever dropped. */
export const completeSince = async (client: pg.Client, { raw }: Familia): Promise<string> => {
  const { rows } = await client.query<{ desde: string }>(
    `SELECT coalesce(max(desde)::text, '-infinity') AS desde FROM retencion WHERE tabla = ANY ($1)`,
    [raw],
  );
  return rows[0]?.desde ?? '-infinity';
};

/** Every board or meter with data, found by skipping through indexes: the tables may hold hundreds of millions of rows. */
export const withData = async (client: pg.Client, { clave, raw, checks }: Familia): Promise<number[]> => {
  const inTable = (tabla: string): string => `
    WITH RECURSIVE saltos AS (
      SELECT min(${clave}) AS id FROM ${tabla}
      UNION ALL
      SELECT (SELECT min(t.${clave}) FROM ${tabla} t WHERE t.${clave} > s.id) FROM saltos s WHERE s.id IS NOT NULL
    ) SELECT id FROM saltos WHERE id IS NOT NULL`;
  const tablas = [...raw, ...Object.keys(checks)];
  const { rows } = await client.query<{ id: number }>(
    `${tablas.map((tabla) => `(${inTable(tabla)})`).join(' UNION ')} ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
};
