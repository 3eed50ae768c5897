import { type AuditedAction, type Caller, callerActor } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import { TRACE } from '../trace/trace.js';

/** An entity's columns in the audit trail: a secret appears by name only, never by value. */
export type AuditPortrait = Record<string, string | number | boolean | null | number[]>;

export interface AuditEntry {
  /** null for a person without a company. */
  empresa_id: number | null;
  accion: AuditedAction;
  /** `<entity>:<id>`. */
  entidad: string;
  /** The entity's name at the time. */
  nombre: string;
  /** null when the entity was created. */
  antes: AuditPortrait | null;
  /** null when the entity was deleted. */
  despues: AuditPortrait | null;
}

/** One JSON parameter for all rows: deleting a company writes more rows than a statement has parameters. */
const INSERT = `INSERT INTO auditoria (usuario_id, servicio, trace_id, empresa_id, accion, entidad, nombre, antes, despues)
  SELECT $1, $2, $3, empresa_id, accion, entidad, nombre, antes, despues FROM jsonb_to_recordset($4)
    AS e(empresa_id integer, accion text, entidad text, nombre text, antes jsonb, despues jsonb)`;

/** Adds rows to a service's own table `auditoria`. Call it in the transaction of the change that the rows describe. */
export const writeAuditTrail = async (
  tx: EntityManager,
  caller: Caller,
  entries: readonly AuditEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  // A program is named beside the maker of its token.
  const [usuario_id, servicio] =
    caller.tipo === 'persona' ? [caller.usuario_id, callerActor(caller)] : [null, caller.servicio];
  await tx.query(INSERT, [usuario_id, servicio, TRACE.current(), JSON.stringify(entries)]);
};
