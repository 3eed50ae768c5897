import type { AuditedAction, Caller } from '@acequia/contracts';
import type { AuditPortrait } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Occurrences } from '../auditoria/occurrences.js';
import { inContract, type ProteccionEntity } from './proteccion.entity.js';

export type ProteccionAction = Extract<AuditedAction, `proteccion.${string}`>;

const portraitOf = (fila: ProteccionEntity): AuditPortrait => {
  const { libera, apaga: members, ...rest } = inContract(fila);
  return { ...rest, members, libera: typeof libera === 'string' ? libera : JSON.stringify(libera) };
};

const ofProteccion = ({ id, empresa_id, nombre }: ProteccionEntity) => ({
  entidad: `proteccion:${id}`,
  empresa_id,
  nombre,
});

/** Emits changes of protections for automation and the audit trail. */
@Injectable()
export class ProteccionesEvents {
  constructor(private readonly occurrences: Occurrences) {}

  async saved(
    tx: EntityManager,
    caller: Caller,
    accion: ProteccionAction,
    cambios: readonly { previous: ProteccionEntity | null; fila: ProteccionEntity }[],
  ): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'proteccion.guardada',
      cambios.map(({ previous, fila }) => {
        const { version: rev, ...data } = inContract(fila);
        return {
          ...ofProteccion(fila),
          rev,
          data,
          accion,
          antes: previous && portraitOf(previous),
          despues: portraitOf(fila),
        };
      }),
    );
  }

  async deleted(tx: EntityManager, caller: Caller, rows: readonly ProteccionEntity[]): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'proteccion.eliminada',
      rows.map((fila) => ({
        ...ofProteccion(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id },
        accion: 'proteccion.eliminar',
        antes: portraitOf(fila),
        despues: null,
      })),
    );
  }
}
