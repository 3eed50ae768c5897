import type { EntityManager } from 'typeorm';
import { asJson, type Motivo } from '../storage/motivo.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';

/**
 * Skips what a person started of a program («Regar ahora») and has not begun, for `motivo`; planning skips the other turns. A due turn of a
 * board may have begun unseen: it stays in the agenda, which would else end it, but may not start any more.
 */
export const skipStarted = async (
  tx: EntityManager,
  { id, empresa_id }: Pick<ProgramaEntity, 'id' | 'empresa_id'>,
  motivo: Motivo,
): Promise<void> => {
  const now = Date.now();
  await tx.query(
    `UPDATE turnos SET estado = 'omitido', motivo = NULL, motivos = $2, fijo = true
     WHERE empresa_id = $4 AND programa_id = $1 AND manual = 1 AND estado = 'previsto' AND (via = 'servicio' OR inicio > $3)`,
    [id, asJson([motivo]), now, empresa_id],
  );
  await tx.query(
    `UPDATE turnos SET tarde_s = least(tarde_s, ($2 - inicio) / 1000)
     WHERE empresa_id = $3 AND programa_id = $1 AND manual = 1 AND estado = 'previsto' AND via = 'placa' AND inicio <= $2`,
    [id, now, empresa_id],
  );
};
