import type pg from 'pg';
import { INSERT_VALORES, RECOMPUTE_VALORES } from '../rollups/valores.sql.js';
import { column } from './binary-arrays.js';
import type { Valor } from './valor.js';

interface TouchedSpan {
  punto_id: number;
  ts: Date;
  nuevas: number;
  /** Its sums have them. */
  hecho: boolean;
}

/**
 * Stores values of points, sorted by key, each key once, and updates their roll-up within the batch's transaction. The caller holds
 * ingest's lock, so no other writer changes the rows that are read back.
 * @returns how many were not stored before
 */
export const saveValores = async (client: pg.Client, valores: readonly Valor[]): Promise<number> => {
  if (valores.length === 0) return 0;
  const { rows } = await client.query<TouchedSpan>({
    name: 'valores',
    text: INSERT_VALORES,
    values: [
      column('int4', valores, (fila) => fila.punto_id),
      column('timestamptz', valores, (fila) => fila.ts),
      column('int8', valores, (fila) => fila.valor),
    ],
  });
  const late = rows.filter(({ hecho }) => !hecho);
  if (late.length > 0)
    await client.query({
      name: 'valores_15m',
      text: RECOMPUTE_VALORES,
      values: [column('int4', late, (span) => span.punto_id), column('timestamptz', late, (span) => span.ts.getTime())],
    });
  return rows.reduce((total, span) => total + span.nuevas, 0);
};
