import { AppError } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import type { StoredComando } from '../ledger/comando.js';
import { FILA, type Fila, readOne } from '../ledger/row.js';
import type { ComandoASwitch } from './switch-order.js';
import { texts } from '../../textos.js';

const keyUsed = (): AppError => new AppError('datos_invalidos', { texto: texts.keyUsed });

/** Two simultaneous requests used the same key for two switches; any other unique violation is our bug, and stays as it is. */
export const asKeyUsed = (error: unknown): unknown => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'comandos_claves_pkey' ? keyUsed() : error;
};

/** @throws AppError `datos_invalidos` when the key named another command */
export const commandWithKey = async (tx: EntityManager, request: ComandoASwitch): Promise<StoredComando | null> => {
  if (request.clave === null) return null;
  const [fila]: Fila[] = await tx.query(
    `SELECT ${FILA} FROM comandos WHERE comandos.id = (SELECT comando FROM comandos_claves WHERE usuario_id = $1 AND clave = $2)`,
    [request.usuario_id, request.clave],
  );
  if (!fila) return null;
  const sameTime = request.accion === 'off' || fila.max_s === request.max_s;
  if (fila.entidad_id !== request.switch_id || fila.accion !== request.accion || !sameTime) throw keyUsed();
  return readOne(fila);
};

export const rememberKey = async (
  tx: EntityManager,
  { usuario_id, clave }: ComandoASwitch,
  id: string,
): Promise<void> => {
  // Only people send keys; a service makes sure by itself that it asks once.
  if (clave === null || usuario_id === null) return;
  await tx.query('INSERT INTO comandos_claves (usuario_id, clave, comando) VALUES ($1, $2, $3)', [
    usuario_id,
    clave,
    id,
  ]);
};
