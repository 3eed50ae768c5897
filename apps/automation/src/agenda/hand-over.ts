import { AppError } from '@acequia/contracts';
import type { Logger } from '@acequia/service-kit';
import type { DataSource } from 'typeorm';

const BATCH = 500;

interface Plan {
  placa_id: number;
  rev: number;
}

/**
 * Hands the boards' new plans to device-gateway: `give` answers the revision that device-gateway then has. A refused plan is left
 * for the next round and does not hold up those of other boards. Rejects while device-gateway is away.
 */
export const handOver = async <P extends Plan>(
  db: DataSource,
  logger: Logger,
  table: 'agendas' | 'controles',
  give: (plan: P) => Promise<{ rev: number }>,
): Promise<void> => {
  const plans: P[] = await db.query(`SELECT * FROM ${table} WHERE enviada < rev ORDER BY placa_id LIMIT ${BATCH}`);
  for (const plan of plans) {
    const { placa_id, rev } = plan;
    try {
      const { rev: stored } = await give(plan);
      await db.query(TAKEN(table), [placa_id, rev, stored]);
    } catch (error) {
      if (!(error instanceof AppError) || error.codigo === 'servicio_no_disponible') throw error;
      // device-gateway does not know the board yet, or no longer has it.
      if (error.codigo === 'no_encontrado') continue;
      logger.warn({ err: error, placa_id, table }, 'device-gateway refuses the plan of a board');
    }
  }
};

/** device-gateway has a newer revision when this service was restored from a backup: count on from it, and hand over again. */
const TAKEN = (table: 'agendas' | 'controles'): string =>
  `UPDATE ${table} SET enviada = $2::integer, rev = CASE WHEN $3::integer > $2 THEN $3 + 1 ELSE rev END
   WHERE placa_id = $1 AND rev = $2`;
