import {
  type AuditedAction,
  type Bloqueo,
  type Caller,
  type CommandDetail,
  type EstadoComando,
  refused,
} from '@acequia/contracts';
import { type AuditPortrait, writeAuditTrail } from '@acequia/service-kit';
import type { EntityManager } from 'typeorm';
import type { StoredComando } from '../ledger/comando.js';
import { returned, FILA } from '../ledger/row.js';

/** Serializes the transactions of commands and lockouts of a switch. In one order, so that two calls never wait for each other. */
export const lockSwitches = async (tx: EntityManager, ...switches: number[]): Promise<void> => {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtext('comando.switch'), id) FROM (SELECT unnest($1::int[]) AS id ORDER BY id) AS wanted`,
    [switches],
  );
};

export const BLOQUEO = `usuario_id, usuario_nombre, motivo, (extract(epoch FROM desde) * 1000)::bigint AS desde`;
export type FilaBloqueo = Omit<Bloqueo, 'desde'> & { desde: string };
export const bloqueoRead = ({ usuario_id, usuario_nombre, motivo, desde }: FilaBloqueo): Bloqueo => ({
  usuario_id,
  usuario_nombre,
  motivo,
  desde: Number(desde),
});

export const bloqueoOf = async (tx: EntityManager, switch_id: number): Promise<Bloqueo | null> => {
  const [fila]: FilaBloqueo[] = await tx.query(`SELECT ${BLOQUEO} FROM bloqueos WHERE switch_id = $1`, [switch_id]);
  return fila ? bloqueoRead(fila) : null;
};

/** @throws AppError `switch_bloqueado`, with the person and the reason */
export const requireFree = (bloqueo: Bloqueo | null): void => {
  if (bloqueo === null) return;
  const { usuario_nombre: nombre, motivo } = bloqueo;
  throw refused('switch_bloqueado', { codigo: 'bloqueado', nombre, motivo });
};

interface Change {
  accion: Extract<AuditedAction, 'switch.bloquear' | 'switch.desbloquear'>;
  sw: { id: number; empresa_id: number; nombre: string };
  antes: AuditPortrait | null;
  despues: AuditPortrait | null;
}

/** Writes the audit row of a lockout in the transaction of the change. */
export const auditLockout = async (tx: EntityManager, caller: Caller, { sw, ...change }: Change): Promise<void> => {
  const { id, empresa_id, nombre } = sw;
  await writeAuditTrail(tx, caller, [{ empresa_id, entidad: `switch:${id}`, nombre, ...change }]);
};

/** Ends the commands that have not left yet. */
export const withdraw = async (
  tx: EntityManager,
  switch_id: number,
  estado: EstadoComando,
  detalle: CommandDetail,
): Promise<StoredComando[]> =>
  returned(
    await tx.query(
      `UPDATE comandos SET estado = $2, detalle = NULL, detalle_datos = $3, resuelto_en = clock_timestamp()
       WHERE entidad = 'switch' AND entidad_id = $1 AND estado = 'solicitado' RETURNING ${FILA}`,
      [switch_id, estado, detalle],
    ),
  );

/** Sends the pin map again, because it names the locked-out pins. */
export const resendConfig = async (tx: EntityManager, placa_id: number): Promise<void> => {
  await tx.query(
    `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id() WHERE placa_id = $1`,
    [placa_id],
  );
};
