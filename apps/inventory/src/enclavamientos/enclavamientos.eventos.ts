import type { Caller, Enclavamiento } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditPortrait } from '@acequia/service-kit';
import { Occurrences } from '../auditoria/occurrences.js';
import type { EnclavamientoEntity } from './enclavamiento.entity.js';

export const inContract = (fila: EnclavamientoEntity): Enclavamiento => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  nombre: fila.nombre,
  tipo: fila.tipo,
  switches: fila.switches,
  bomba_id: fila.bomba_id,
  retardo_encendido_s: fila.retardo_encendido_s,
  retardo_apagado_s: fila.retardo_apagado_s,
  version: fila.version,
});

const portraitOf = (fila: EnclavamientoEntity): AuditPortrait => {
  const { switches: members, ...rest } = inContract(fila);
  return { ...rest, members };
};

const ofGroup = ({ id, empresa_id, nombre }: EnclavamientoEntity) => ({
  entidad: `enclavamiento:${id}`,
  empresa_id,
  nombre,
});

/** Emits changes of interlock groups for device-gateway and the audit trail. */
@Injectable()
export class EnclavamientosEvents {
  constructor(private readonly occurrences: Occurrences) {}

  async saved(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { previous: EnclavamientoEntity | null; fila: EnclavamientoEntity }[],
  ): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'enclavamiento.guardado',
      cambios.map(({ previous, fila }) => {
        const { version: rev, ...data } = inContract(fila);
        const accion = previous ? 'enclavamiento.actualizar' : 'enclavamiento.crear';
        return {
          ...ofGroup(fila),
          rev,
          data,
          accion,
          antes: previous && portraitOf(previous),
          despues: portraitOf(fila),
        };
      }),
    );
  }

  async deleted(tx: EntityManager, caller: Caller, rows: readonly EnclavamientoEntity[]): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'enclavamiento.eliminado',
      rows.map((fila) => ({
        ...ofGroup(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id },
        accion: 'enclavamiento.eliminar',
        antes: portraitOf(fila),
        despues: null,
      })),
    );
  }
}
