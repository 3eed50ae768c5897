import { Outbox } from '@acequia/bus';
import type { AuditedAction, Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditPortrait } from '@acequia/service-kit';
import { AuditoriaService, type Change } from '../auditoria/auditoria.service.js';
import type { DispositivoEntity } from './dispositivo.entity.js';

/** A device for the audit trail: shows whether it has an auth_key, but neither the key nor its sealed form. */
export const dispositivoPortrait = (fila: DispositivoEntity): AuditPortrait => ({
  nombre: fila.nombre,
  shelly_id: fila.shelly_id,
  tipo: fila.tipo,
  server: fila.server,
  empresa_id: fila.empresa_id,
  fecha_vencimiento: fila.fecha_vencimiento,
  activo: fila.activo,
  suspendido: fila.suspendido,
  sitio: fila.sitio,
  vigila_switch_id: fila.vigila_switch_id,
  auth_key_definida: fila.auth_key_cifrada === null ? 0 : 1,
});

const changeOf = (
  accion: AuditedAction,
  { id, empresa_id, nombre }: DispositivoEntity,
  antes: AuditPortrait | null,
  despues: AuditPortrait | null,
): Change => ({ empresa_id, accion, entidad: `dispositivo:${id}`, nombre, antes, despues });

export const movesOver = (previous: DispositivoEntity | null, fila: DispositivoEntity): previous is DispositivoEntity =>
  previous !== null && previous.empresa_id !== fila.empresa_id;

/** Emits a device's events and audit rows in the transaction of the change. */
@Injectable()
export class DispositivosEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async guardado(
    tx: EntityManager,
    caller: Caller,
    accion: AuditedAction,
    previous: DispositivoEntity | null,
    fila: DispositivoEntity,
  ): Promise<void> {
    const { id, nombre, shelly_id, tipo, server, empresa_id, activo, suspendido } = fila;
    const { fecha_vencimiento, auth_key_cifrada, sitio, vigila_switch_id } = fila;
    await this.outbox.emit(tx, 'dispositivo.guardado', {
      entidad: `dispositivo:${id}`,
      rev: fila.version,
      data: {
        id,
        nombre,
        shelly_id,
        tipo,
        server,
        empresa_id,
        activo,
        suspendido,
        fecha_vencimiento,
        auth_key_cifrada,
        sitio,
        vigila_switch_id,
      },
    });
    const cambiaClave = previous !== null && previous.auth_key_cifrada !== auth_key_cifrada;
    const antes = previous && dispositivoPortrait(previous);
    const despues: AuditPortrait = {
      ...dispositivoPortrait(fila),
      ...(cambiaClave && { auth_key: auth_key_cifrada === null ? 'borrada' : 'cambiada' }),
    };
    // After a move each company's audit trail shows only its own side.
    const cambios = movesOver(previous, fila)
      ? [changeOf('dispositivo.mover', previous, antes, null), changeOf('dispositivo.mover', fila, null, despues)]
      : [changeOf(accion, fila, antes, despues)];
    await this.auditoria.note(tx, caller, cambios);
  }

  /**
   * A device leaves its company: grants, state and history of the old company end here, and later data belongs to the new one. The
   * device's version must then rise by two, because this event's rev lies between.
   */
  async movedOver(tx: EntityManager, previous: DispositivoEntity): Promise<void> {
    await this.emitDeleted(tx, [previous]);
  }

  async deleted(tx: EntityManager, caller: Caller, rows: readonly DispositivoEntity[]): Promise<void> {
    await this.emitDeleted(tx, rows);
    await this.auditoria.note(
      tx,
      caller,
      rows.map((fila) => changeOf('dispositivo.eliminar', fila, dispositivoPortrait(fila), null)),
    );
  }

  private async emitDeleted(tx: EntityManager, rows: readonly DispositivoEntity[]): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'dispositivo.eliminado',
      rows.map(({ id, empresa_id, version }) => ({
        entidad: `dispositivo:${id}`,
        rev: version + 1,
        data: { id, empresa_id },
      })),
    );
  }
}
