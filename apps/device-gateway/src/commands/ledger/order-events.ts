import type { Outbox } from '@acequia/bus';
import type { EntityManager } from 'typeorm';
import type { StoredComando } from './comando.js';

/** Emits the event of a person's order in the transaction that stores it: programs and rules yield to the order. */
export const tellOrder = async (outbox: Outbox, tx: EntityManager, comando: StoredComando): Promise<void> => {
  const { id, entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts } = comando;
  if (usuario_id === null) return;
  await outbox.emit(tx, 'orden.persona', {
    entidad: `orden:${entidad}:${entidad_id}`,
    rev: Number(id),
    data: { entidad, id: entidad_id, empresa_id, accion, max_s, usuario_id, ts },
  });
};
