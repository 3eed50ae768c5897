import { shardOf } from '@acequia/contracts';
import type pg from 'pg';
import type { Rows } from './rows.js';

/*
 * The lock that {@link Writer} takes in each transaction, so that only one instance at a time writes a shard's boards and each sees what
 * the one before it wrote. Tables `turno` (all boards) and `turno_de_fragmento` (a shard); not a turno of a programa.
 */

/** Begins a transaction that no lock for all boards runs beside; others of this kind do. */
export const BEGIN_BESIDE_SHARDS = 'BEGIN; LOCK TABLE turno IN SHARE MODE';

/** $1 = the shard, $2 = into how many the writer divides the boards; nothing when the lock is refused. */
const LOCK_SHARD = `
  UPDATE turno_de_fragmento f SET numero = f.numero + 1 FROM turno t
   WHERE f.fragmento = $1 AND t.fragmentos = $2 AND t.sello = t.numero
  RETURNING f.numero, t.numero AS of_all`;

const LOCK_ALL = 'UPDATE turno SET numero = numero + 1, sello = numero + 1, fragmentos = $1';

/** A lock to write the boards of one shard: what it read of them before is still right when both numbers fit. */
export interface ShardLock {
  shard: number;
  numero: number;
  /** Number of the last lock for all boards. */
  ofAll: number;
}

/**
 * The lock for a shard, after {@link BEGIN_BESIDE_SHARDS}. Null = refused: the writer takes the lock for all boards, because another
 * number of shards was in use, or somebody who may not know shards had that lock.
 */
export const lockShard = async (client: pg.Client, shard: number, shards: number): Promise<ShardLock | null> => {
  const { rows } = await client.query<{ numero: string; of_all: string }>({
    name: 'turno_de_fragmento',
    text: LOCK_SHARD,
    values: [shard, shards],
  });
  const [row] = rows;
  return row ? { shard, numero: Number(row.numero), ofAll: Number(row.of_all) } : null;
};

/** The lock for all boards: waits for those of the shards, and they for it. */
export const lockAll = async (client: pg.Client, shards: number): Promise<void> => {
  await client.query({ name: 'turno', text: LOCK_ALL, values: [shards] });
};

/** The shard of all the rows; null when they belong to several. */
export const shardOfAll = (
  { lecturas, estados, mediciones = [], valores = [] }: Rows,
  shards: number,
): number | null => {
  const first = lecturas[0]?.placa_id ?? estados[0]?.placa_id ?? mediciones[0]?.dispositivo_id ?? valores[0]?.of ?? 0;
  const shard = shardOf(first, shards);
  if (shards === 1) return shard;
  const here = (id: number): boolean => shardOf(id, shards) === shard;
  const all =
    lecturas.every(({ placa_id }) => here(placa_id)) &&
    estados.every(({ placa_id }) => here(placa_id)) &&
    mediciones.every(({ dispositivo_id }) => here(dispositivo_id)) &&
    valores.every(({ of }) => here(of));
  return all ? shard : null;
};
