type Query = (sql: string) => Promise<unknown>;

/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

/**
 * Empties tables, e.g. `'turnos, puntos'`, of a service that runs: where it reads them in another order, PostgreSQL ends one of the two.
 * The service tries again by itself; so does this.
 */
export async function truncate(query: Query, tables: string): Promise<void> {
  for (;;)
    try {
      await query(`TRUNCATE ${tables}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
    }
}
