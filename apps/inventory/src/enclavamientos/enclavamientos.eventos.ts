import { Outbox } from '@acequia/bus';
import type { AccionAuditada, Caller, Enclavamiento } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import type { EnclavamientoEntity } from './enclavamiento.entity.js';

export const enContrato = (fila: EnclavamientoEntity): Enclavamiento => ({
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

const retratoDe = (fila: EnclavamientoEntity): Retrato => {
  const { switches: miembros, ...resto } = enContrato(fila);
  return { ...resto, miembros };
};

/** Tells device-gateway and the trail what became of interlock groups, in the transaction that did it. */
@Injectable()
export class EnclavamientosEventos {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async guardados(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { previo: EnclavamientoEntity | null; fila: EnclavamientoEntity }[],
  ): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'enclavamiento.guardado',
      cambios.map(({ fila }) => {
        const { version, ...data } = enContrato(fila);
        return { entidad: `enclavamiento:${fila.id}`, rev: version, data };
      }),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      cambios.map(({ previo, fila }) =>
        cambioDe(previo ? 'enclavamiento.actualizar' : 'enclavamiento.crear', fila, {
          antes: previo && retratoDe(previo),
          despues: retratoDe(fila),
        }),
      ),
    );
  }

  async eliminados(tx: EntityManager, caller: Caller, filas: readonly EnclavamientoEntity[]): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'enclavamiento.eliminado',
      filas.map(({ id, empresa_id, version }) => ({
        entidad: `enclavamiento:${id}`,
        rev: version + 1,
        data: { id, empresa_id },
      })),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      filas.map((fila) => cambioDe('enclavamiento.eliminar', fila, { antes: retratoDe(fila), despues: null })),
    );
  }
}

const cambioDe = (
  accion: AccionAuditada,
  { id, empresa_id, nombre }: EnclavamientoEntity,
  retratos: { antes: Retrato | null; despues: Retrato | null },
) => ({ empresa_id, accion, entidad: `enclavamiento:${id}`, nombre, ...retratos });
