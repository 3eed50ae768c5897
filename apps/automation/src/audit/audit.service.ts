import type { AuditedAction, Caller } from '@acequia/contracts';
import { TRACE } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Plain = string | number | boolean | null;

export interface Done {
  empresa_id: number;
  accion: AuditedAction;
  /** `<entity>:<id>`. */
  entidad: string;
  nombre: string;
  antes: object | null;
  despues: object | null;
}

/** Lists and nested parts of a program or a rule are stored as JSON text. */
const portraitOf = (fields: object): Record<string, Plain> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Plain),
      ]),
  );

/** This service's part of the audit trail, written in the transaction of the change itself. */
@Injectable()
export class AuditService {
  async note(tx: EntityManager, caller: Caller, done: Done): Promise<void> {
    const person = caller.tipo === 'persona';
    await tx.query(
      `INSERT INTO auditoria (usuario_id, servicio, empresa_id, accion, entidad, nombre, antes, despues, trace_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        person ? caller.usuario_id : null,
        person ? null : caller.servicio,
        done.empresa_id,
        done.accion,
        done.entidad,
        done.nombre,
        done.antes && portraitOf(done.antes),
        done.despues && portraitOf(done.despues),
        TRACE.current(),
      ],
    );
  }
}
