import pg from 'pg';
import { SCHEMA } from '../schema.js';
import { COMPROBACIONES, COMPROBACIONES_DE_MEDIDORES, type TablaDerivada } from './verify.sql.js';

/** Boards, or meters, recomputed at a time: memory stays flat however many there are. */
const GRUPO = 50;
/** Differences shown per table and group. */
const MAXIMO = 100;

/** What is recomputed together: rows of one kind of key, from raw tables that are dropped together. */
export interface Familia {
  clave: 'placa_id' | 'dispositivo_id';
  crudas: readonly string[];
  comprobaciones: Partial<Record<TablaDerivada, string>>;
}
export const PLACAS: Familia = { clave: 'placa_id', crudas: ['lecturas', 'estados'], comprobaciones: COMPROBACIONES };
export const MEDIDORES: Familia = {
  clave: 'dispositivo_id',
  crudas: ['mediciones'],
  comprobaciones: COMPROBACIONES_DE_MEDIDORES,
};

export interface Diferencia {
  tabla: TablaDerivada;
  /** The stored row and the one that raw data gives; {} where there is none. */
  guardado: object;
  recalculado: object;
}

export interface Verificacion {
  placas: number;
  dispositivos: number;
  diferencias: Diferencia[];
}

/**
 * Recomputes roll-ups, transitions and the boards' newest state from raw rows and compares them with what is stored, to the
 * digit. Reads one snapshot: ingest may go on meanwhile.
 */
export const verificar = async (url: string): Promise<Verificacion> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'acequia verify',
    options: `-c search_path=${SCHEMA},public`,
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const placas = await comparar(client, PLACAS);
    const medidores = await comparar(client, MEDIDORES);
    return {
      placas: placas.ids,
      dispositivos: medidores.ids,
      diferencias: [...placas.diferencias, ...medidores.diferencias],
    };
  } finally {
    await client.end();
  }
};

const comparar = async (client: pg.Client, familia: Familia): Promise<{ ids: number; diferencias: Diferencia[] }> => {
  const desde = await completasDesde(client, familia);
  const ids = await conDatos(client, familia);
  const diferencias: Diferencia[] = [];
  for (let i = 0; i < ids.length; i += GRUPO) {
    const grupo = ids.slice(i, i + GRUPO);
    const values = [grupo[0], grupo.at(-1), desde, MAXIMO];
    for (const [tabla, statement] of Object.entries(familia.comprobaciones) as [TablaDerivada, string][]) {
      const { rows } = await client.query<Omit<Diferencia, 'tabla'>>(statement, values);
      diferencias.push(...rows.map((row) => ({ tabla, ...row })));
    }
  }
  return { ids: ids.length, diferencias };
};

/** Since when the raw rows of the family are all there, as Postgres writes it; -infinity: nothing was ever dropped. */
export const completasDesde = async (client: pg.Client, { crudas }: Familia): Promise<string> => {
  const { rows } = await client.query<{ desde: string }>(
    `SELECT coalesce(max(desde)::text, '-infinity') AS desde FROM retencion WHERE tabla = ANY ($1)`,
    [crudas],
  );
  return rows[0]?.desde ?? '-infinity';
};

/** Every board, or meter, that occurs anywhere, found by index skips: the tables may hold hundreds of millions of rows. */
export const conDatos = async (client: pg.Client, { clave, crudas, comprobaciones }: Familia): Promise<number[]> => {
  const enTabla = (tabla: string): string => `
    WITH RECURSIVE saltos AS (
      SELECT min(${clave}) AS id FROM ${tabla}
      UNION ALL
      SELECT (SELECT min(t.${clave}) FROM ${tabla} t WHERE t.${clave} > s.id) FROM saltos s WHERE s.id IS NOT NULL
    ) SELECT id FROM saltos WHERE id IS NOT NULL`;
  const tablas = [...crudas, ...Object.keys(comprobaciones)];
  const { rows } = await client.query<{ id: number }>(
    `${tablas.map((tabla) => `(${enTabla(tabla)})`).join(' UNION ')} ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
};
