import type { AccionAuditada, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Retrato } from './auditoria.entity.js';

/** Rows per INSERT: Postgres takes at most 65,535 parameters, and a company can go with all its people. */
const POR_INSERT = 1_000;

export interface Anotacion {
  empresa_id: number | null;
  accion: AccionAuditada;
  /** `<entity>:<id>`. */
  entidad: string;
  /** What it is called. */
  nombre: string;
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
  async anotar(tx: EntityManager, caller: Caller, anotaciones: readonly Anotacion[]): Promise<void> {
    if (anotaciones.length === 0) return;
    const quien = {
      usuario_id: caller.tipo === 'persona' ? caller.usuario_id : null,
      servicio: caller.tipo === 'sistema' ? caller.servicio : null,
      trace_id: TRACE.current(),
    };
    const filas = anotaciones.map(({ antes, despues, ...anotacion }) => {
      const [previo, nuevo] = antes && despues ? diferencias(antes, despues) : [antes, despues];
      return { ...anotacion, ...quien, antes: previo, despues: nuevo };
    });
    for (let start = 0; start < filas.length; start += POR_INSERT)
      await tx.insert(AuditoriaEntity, filas.slice(start, start + POR_INSERT));
  }
}
