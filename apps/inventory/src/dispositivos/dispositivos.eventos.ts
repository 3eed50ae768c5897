import { Outbox } from '@acequia/bus';
import type { AccionAuditada, Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { AuditoriaService, type Cambio } from '../auditoria/auditoria.service.js';
import type { DispositivoEntity } from './dispositivo.entity.js';

/** A device for the trail: that it has an auth_key is told, the key is not, sealed neither. */
export const retratoDeDispositivo = (fila: DispositivoEntity): Retrato => ({
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

const cambioDe = (
  accion: AccionAuditada,
  { id, empresa_id, nombre }: DispositivoEntity,
  antes: Retrato | null,
  despues: Retrato | null,
): Cambio => ({ empresa_id, accion, entidad: `dispositivo:${id}`, nombre, antes, despues });

export const seMuda = (previo: DispositivoEntity | null, fila: DispositivoEntity): previo is DispositivoEntity =>
  previo !== null && previo.empresa_id !== fila.empresa_id;

/** Tells the other services and the trail what became of a device, in the transaction that did it. */
@Injectable()
export class DispositivosEventos {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async guardado(
    tx: EntityManager,
    caller: Caller,
    accion: AccionAuditada,
    previo: DispositivoEntity | null,
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
    const cambiaClave = previo !== null && previo.auth_key_cifrada !== auth_key_cifrada;
    const antes = previo && retratoDeDispositivo(previo);
    const despues: Retrato = {
      ...retratoDeDispositivo(fila),
      ...(cambiaClave && { auth_key: auth_key_cifrada === null ? 'borrada' : 'cambiada' }),
    };
    // Each company's trail tells of its own side of a move only.
    const cambios = seMuda(previo, fila)
      ? [cambioDe('dispositivo.mover', previo, antes, null), cambioDe('dispositivo.mover', fila, null, despues)]
      : [cambioDe(accion, fila, antes, despues)];
    await this.auditoria.anotar(tx, caller, cambios);
  }

  /**
   * A device leaves its company: grants, state and history of the old one end here, and what follows belongs to the new
   * one. Its version must then rise by two, this event's rev lying between.
   */
  async mudado(tx: EntityManager, previo: DispositivoEntity): Promise<void> {
    await this.emitirEliminados(tx, [previo]);
  }

  async eliminados(tx: EntityManager, caller: Caller, filas: readonly DispositivoEntity[]): Promise<void> {
    await this.emitirEliminados(tx, filas);
    await this.auditoria.anotar(
      tx,
      caller,
      filas.map((fila) => cambioDe('dispositivo.eliminar', fila, retratoDeDispositivo(fila), null)),
    );
  }

  private async emitirEliminados(tx: EntityManager, filas: readonly DispositivoEntity[]): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'dispositivo.eliminado',
      filas.map(({ id, empresa_id, version }) => ({
        entidad: `dispositivo:${id}`,
        rev: version + 1,
        data: { id, empresa_id },
      })),
    );
  }
}
