import type { EntityManager } from 'typeorm';
import type { ComandoASwitch } from './switch-order.js';

/** The seconds of a command. After an OFF of the system the board's rules resume no sooner than after the person's OFF before it. */
export const secondsFor = async (
  tx: EntityManager,
  { switch_id, accion, usuario_id, max_s }: Pick<ComandoASwitch, 'switch_id' | 'accion' | 'usuario_id' | 'max_s'>,
): Promise<number | null> => {
  if (accion === 'on' || usuario_id !== null || max_s === null) return max_s;
  const [wish]: { left_s: number | null }[] = await tx.query(
    `SELECT CASE accion WHEN 'off' THEN ceil(extract(epoch FROM pedido_en - clock_timestamp()) + max_s)::integer END AS left_s
     FROM comandos WHERE entidad = 'switch' AND entidad_id = $1 AND usuario_id IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [switch_id],
  );
  return Math.max(max_s, wish?.left_s ?? 0);
};
