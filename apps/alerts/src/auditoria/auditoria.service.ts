import type { AccionAuditada, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Retrato = Record<string, string | number | boolean | null>;

export interface Hecho {
  empresa_id: number | null;
  accion: AccionAuditada;
  /** `<entity>:<id>`. */
  entidad: string;
  nombre: string;
  antes: Retrato | null;
  despues: Retrato | null;
}

/** This service's part of the trail, written inside the transaction of what it tells of. */
@Injectable()
export class AuditoriaService {
  async anotar(tx: EntityManager, caller: Caller, hecho: Hecho): Promise<void> {
    const persona = caller.tipo === 'persona';
    await tx.query(
      `INSERT INTO auditoria (usuario_id, servicio, empresa_id, accion, entidad, nombre, antes, despues, trace_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        persona ? caller.usuario_id : null,
        persona ? null : caller.servicio,
        hecho.empresa_id,
        hecho.accion,
        hecho.entidad,
        hecho.nombre,
        hecho.antes,
        hecho.despues,
        TRACE.current(),
      ],
    );
  }
}
