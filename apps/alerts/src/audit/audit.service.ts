import type { AuditedAction, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Portrait = Record<string, string | number | boolean | null>;

export interface Done {
  empresa_id: number | null;
  accion: AuditedAction;
  /** `<entity>:<id>`. */
  entidad: string;
  nombre: string;
  antes: Portrait | null;
  despues: Portrait | null;
}

/** This service's part of the audit trail, written in the transaction of the change itself. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, done: Done): Promise<void> {
    const persona = caller.tipo === 'persona';
    await tx.query(
      `INSERT INTO auditoria (usuario_id, servicio, empresa_id, accion, entidad, nombre, antes, despues, trace_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        persona ? caller.usuario_id : null,
        persona ? null : caller.servicio,
        done.empresa_id,
        done.accion,
        done.entidad,
        done.nombre,
        done.antes,
        done.despues,
        TRACE.current(),
      ],
    );
  }
}
