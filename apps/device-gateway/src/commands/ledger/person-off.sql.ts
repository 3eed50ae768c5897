import { type ComandoEntity, refused } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import { ms } from './row.js';

/** SQL: what a person ordered last after the moment `since` (ms as in `ts`); null = nothing. */
export const lastByPerson = (entidad: string, id: string, since: string): string =>
  `(SELECT CASE WHEN ${ms('p.pedido_en')} > ${since} THEN p.accion END FROM comandos p
     WHERE p.entidad = ${entidad} AND p.entidad_id = ${id} AND p.usuario_id IS NOT NULL ORDER BY p.id DESC LIMIT 1)`;

/** A service decided on an ON before it knew of a person's OFF. @throws AppError `switch_en_reposo`: it may ask again when it knows */
export const requireNotTurnedOff = async (
  tx: EntityManager,
  entidad: ComandoEntity,
  id: number,
  since: number | undefined,
): Promise<void> => {
  if (since === undefined) return;
  const [row]: { accion: string | null }[] = await tx.query(
    `SELECT ${lastByPerson('$1', '$2', '$3::bigint')} AS accion`,
    [entidad, id, since],
  );
  if (row?.accion === 'off') throw refused('switch_en_reposo', { codigo: 'persona_lo_apago' });
};
