import type { Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Retrato } from './auditoria.entity.js';

export interface Cambio {
  empresa_id: number;
  /** `<entity>.<verb>`, e.g. `switch.crear`. */
  accion: string;
  /** `<entity>:<id>`. */
  entidad: string;
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
    await tx.insert(
      AuditoriaEntity,
      cambios.map((cambio) => ({ ...cambio, ...quien, trace_id })),
    );
  }
}
