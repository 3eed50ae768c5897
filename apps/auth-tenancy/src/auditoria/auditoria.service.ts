import type { Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Retrato } from './auditoria.entity.js';

export interface Anotacion {
  empresa_id: number | null;
  accion: string;
  entidad: string;
  antes: Retrato | null;
  despues: Retrato | null;
}

/** Keeps of two portraits only what differs. */
const diferencias = (antes: Retrato, despues: Retrato): [Retrato, Retrato] => {
  const cambiadas = Object.keys(despues).filter(
    (campo) => JSON.stringify(antes[campo] ?? null) !== JSON.stringify(despues[campo]),
  );
  const recortar = (de: Retrato): Retrato => Object.fromEntries(cambiadas.map((campo) => [campo, de[campo] ?? null]));
  return [recortar(antes), recortar(despues)];
};

/** The trail of changes: it only grows, and only inside the transaction of the change it tells of. */
@Injectable()
export class AuditoriaService {
  async anotar(tx: EntityManager, caller: Caller, anotacion: Anotacion): Promise<void> {
    const { antes, despues } = anotacion;
    const [previo, nuevo] = antes && despues ? diferencias(antes, despues) : [antes, despues];
    await tx.insert(AuditoriaEntity, {
      ...anotacion,
      antes: previo,
      despues: nuevo,
      usuario_id: caller.tipo === 'persona' ? caller.usuario_id : null,
      servicio: caller.tipo === 'sistema' ? caller.servicio : null,
      trace_id: TRACE.current(),
    });
  }
}
