import type { AuditedAction, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditoriaEntity, type Portrait } from './auditoria.entity.js';

/** Rows per INSERT: Postgres takes at most 65,535 parameters, and deleting a company writes a row per user. */
const POR_INSERT = 1_000;

export interface Entry {
  empresa_id: number | null;
  accion: AuditedAction;
  /** `<entity>:<id>`. */
  entidad: string;
  nombre: string;
  antes: Portrait | null;
  despues: Portrait | null;
}

/** Reduces two portraits to the fields that differ. */
const differences = (antes: Portrait, despues: Portrait): [Portrait, Portrait] => {
  const changed = Object.keys(despues).filter(
    (campo) => JSON.stringify(antes[campo] ?? null) !== JSON.stringify(despues[campo]),
  );
  const cut = (de: Portrait): Portrait => Object.fromEntries(changed.map((campo) => [campo, de[campo] ?? null]));
  return [cut(antes), cut(despues)];
};

/** The audit trail. Entries are only added, and only inside the transaction of the change they describe. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const who = {
      usuario_id: caller.tipo === 'persona' ? caller.usuario_id : null,
      servicio: caller.tipo === 'sistema' ? caller.servicio : null,
      trace_id: TRACE.current(),
    };
    const rows = entries.map(({ antes, despues, ...entry }) => {
      const [previous, current] = antes && despues ? differences(antes, despues) : [antes, despues];
      return { ...entry, ...who, antes: previous, despues: current };
    });
    for (let start = 0; start < rows.length; start += POR_INSERT)
      await tx.insert(AuditoriaEntity, rows.slice(start, start + POR_INSERT));
  }
}
