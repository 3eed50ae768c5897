import type pg from 'pg';
import { column } from './binary-arrays.js';
import { INSERT_MEDICIONES, RECOMPUTE_MEDICIONES } from '../rollups/energia.sql.js';
import { type Measurement, TIPOS } from './medicion.js';

interface TouchedSpan {
  dispositivo_id: number;
  ts: Date;
  nuevas: number;
}

/**
 * Stores meter samples, sorted by key, each key once, and updates their roll-up within the batch's transaction. The caller holds
 * ingest's lock, so no other writer changes the rows that are read back.
 * @returns how many were not stored before
 */
export const saveMediciones = async (client: pg.Client, mediciones: readonly Measurement[]): Promise<number> => {
  if (mediciones.length === 0) return 0;
  const columnas = [
    column('int4', mediciones, (fila) => fila.dispositivo_id),
    column('timestamptz', mediciones, (fila) => fila.ts),
    ...TIPOS.map((tipo, i) => column(tipo, mediciones, (fila) => fila.values[i] ?? null)),
  ];
  const { rows } = await client.query<TouchedSpan>({ name: 'mediciones', text: INSERT_MEDICIONES, values: columnas });
  if (rows.length === 0) return 0;
  await client.query({
    name: 'mediciones_15m',
    text: RECOMPUTE_MEDICIONES,
    values: [
      column('int4', rows, (span) => span.dispositivo_id),
      column('timestamptz', rows, (span) => span.ts.getTime()),
    ],
  });
  return rows.reduce((total, span) => total + span.nuevas, 0);
};
