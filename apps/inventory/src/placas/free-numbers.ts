import type { EntityManager } from 'typeorm';

/** Lower numbers are only for boards whose number a person chose. */
export const PRIMER_NUMERO = 1001;

/** All companies share one series of numbers, so only one transaction at a time hands them out. */
export const lockNumbers = async (tx: EntityManager): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('inventory.placas.numero'))`);
};

/** The smallest free numbers. Call {@link lockNumbers} first. */
export const freeNumbers = async (tx: EntityManager, cantidad: number): Promise<number[]> => {
  const rows: { n: number }[] = await tx.query(
    `SELECT n FROM generate_series($1::int, $1::int + $2::int + (SELECT count(*)::int FROM placas)) AS n
      WHERE NOT EXISTS (SELECT 1 FROM placas WHERE numero = n)
      ORDER BY n LIMIT $2::int`,
    [PRIMER_NUMERO, cantidad],
  );
  return rows.map((row) => row.n);
};
