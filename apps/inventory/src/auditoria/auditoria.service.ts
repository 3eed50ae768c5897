import type { AccionAuditada, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Retrato } from './auditoria.entity.js';

/** Rows per INSERT: Postgres takes at most 65,535 parameters, and a company can go with all its switches. */
const POR_INSERT = 1_000;

export interface Cambio {
  empresa_id: number;
  accion: AccionAuditada;
  /** `<entity>:<id>`. */
  entidad: string;
  /** What it is called. */
  nombre: string;
  antes: Retrato | null;
  despues: Retrato | null;
}

/** The trail of changes. It only grows, and only inside the transaction of the change it tells of. */
@Injectable()
export class AuditoriaService {
  async anotar(tx: EntityManager, caller: Caller, cambios: readonly Cambio[]): Promise<void> {
    if (cambios.length === 0) return;
    const quien =
      caller.tipo === 'persona'
        ? { usuario_id: caller.usuario_id, servicio: null }
        : { usuario_id: null, servicio: caller.servicio };
    const trace_id = TRACE.current();
    const filas = cambios.map((cambio) => ({ ...cambio, ...quien, trace_id }));
    for (let start = 0; start < filas.length; start += POR_INSERT)
      await tx.insert(AuditoriaEntity, filas.slice(start, start + POR_INSERT));
  }
}
