import type { Caller } from '@acequia/contracts';
import type { AuditPortrait } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Occurrences } from '../auditoria/occurrences.js';
import { inContract, type PuntoEntity } from './punto.entity.js';

const portraitOf = (fila: PuntoEntity): AuditPortrait => {
  const { fuente, mide, concesion_m3 = null, vuelta = null, ...rest } = inContract(fila);
  return { ...rest, concesion_m3, vuelta, fuente: JSON.stringify(fuente), mide: mide?.switch_ids ?? null };
};

const ofPoint = ({ id, empresa_id, nombre }: PuntoEntity) => ({ entidad: `punto:${id}`, empresa_id, nombre });

/** Emits changes of points for device-gateway, telemetry-history and automation, and for the audit trail. */
@Injectable()
export class PuntosEvents {
  constructor(private readonly occurrences: Occurrences) {}

  async saved(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { previous: PuntoEntity | null; fila: PuntoEntity }[],
  ): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'punto.guardado',
      cambios.map(({ previous, fila }) => {
        const { version: rev, ...data } = inContract(fila);
        return {
          ...ofPoint(fila),
          rev,
          data,
          accion: previous ? 'punto.actualizar' : 'punto.crear',
          antes: previous && portraitOf(previous),
          despues: portraitOf(fila),
        };
      }),
    );
  }

  async deleted(tx: EntityManager, caller: Caller, rows: readonly PuntoEntity[]): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'punto.eliminado',
      rows.map((fila) => ({
        ...ofPoint(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id, placa_id: fila.placa_id },
        accion: 'punto.eliminar',
        antes: portraitOf(fila),
        despues: null,
      })),
    );
  }
}
