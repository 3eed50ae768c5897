import type { EntityManager } from 'typeorm';

/** A valve may open this long after its pump's turn, ms. */
const NEAR_MS = 60_000;

/** The valves that are open in the time of a turn of their pump are counted anew. */
const COUNT_AGAIN = `UPDATE turnos AS t
  SET bomba_cuenta = 0, estado = t.estado_propio, motivo = t.motivo_propio, motivos = t.motivos_propio,
    estado_propio = NULL, motivo_propio = NULL, motivos_propio = NULL
  FROM turnos p JOIN enclavamientos g ON g.empresa_id = p.empresa_id AND g.tipo = 'requiere' AND g.bomba_id = p.switch_id
  WHERE p.turno_id = ANY($1) AND t.empresa_id = p.empresa_id AND t.switch_id = ANY(g.switches)
    AND t.bomba_cuenta = 2 AND t.estado_propio IS NOT NULL
    AND t.real_inicio < greatest(p.inicio + p.segundos * 1000::bigint, p.real_inicio + p.real_segundos * 1000::bigint) + ${NEAR_MS}
    AND t.real_inicio + t.real_segundos * 1000::bigint > least(p.inicio, p.real_inicio)`;

/** Call it when a board has reported these turns: the pump's report may come after its valves were counted. */
export const countAgain = async (tx: EntityManager, turno_ids: readonly string[]): Promise<void> => {
  await tx.query(COUNT_AGAIN, [turno_ids]);
};
