import type { TurnOnRefusal } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import type { StoredComando } from '../ledger/comando.js';
import { FILA, type Fila, readOne } from '../ledger/row.js';
import type { ComandoASwitch } from './switch-order.js';

/** After this a refusal with the same reason is written down again, ms. */
const SAME_REFUSAL_MS = 900_000;

/** A service tries again by itself: its newest refusal stands for the later ones with the same reason. */
export const sameRefusal = async (
  tx: EntityManager,
  { switch_id, usuario_id }: Pick<ComandoASwitch, 'switch_id' | 'usuario_id'>,
  refusal: TurnOnRefusal,
): Promise<StoredComando | null> => {
  if (usuario_id !== null) return null;
  const [fila]: Fila[] = await tx.query(
    `SELECT ${FILA} FROM comandos WHERE comandos.id = (SELECT max(c.id) FROM comandos c WHERE c.entidad = 'switch' AND c.entidad_id = $1)
       AND accion = 'on' AND estado = 'rechazado' AND usuario_id IS NULL AND enviado_en IS NULL AND detalle_datos = $2
       AND pedido_en > clock_timestamp() - $3 * interval '1 ms'`,
    [switch_id, refusal, SAME_REFUSAL_MS],
  );
  return fila ? readOne(fila) : null;
};
