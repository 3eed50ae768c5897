import type { AuditedAction, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Portrait } from './auditoria.entity.js';

/** Rows per INSERT: Postgres takes at most 65,535 parameters, and deleting a company deletes all its switches at once. */
const POR_INSERT = 1_000;

export interface Change {
  empresa_id: number;
  accion: AuditedAction;
  /** `<entity>:<id>`. */
  entidad: string;
  nombre: string;
  antes: Portrait | null;
  despues: Portrait | null;
}

/** The audit trail. Rows are only added, and only inside the transaction of their change. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, cambios: readonly Change[]): Promise<void> {
    if (cambios.length === 0) return;
    const who =
      caller.tipo === 'persona'
        ? { usuario_id: caller.usuario_id, servicio: null }
        : { usuario_id: null, servicio: caller.servicio };
    const trace_id = TRACE.current();
    const rows = cambios.map((cambio) => ({ ...cambio, ...who, trace_id }));
    for (let start = 0; start < rows.length; start += POR_INSERT)
      await tx.insert(AuditoriaEntity, rows.slice(start, start + POR_INSERT));
  }
}
