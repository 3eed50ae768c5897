import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountDirectory } from './account-directory.js';
import { DeviceChanges } from './device-changes.js';
import { EnclavamientosProjection } from './enclavamientos.projection.js';
import { PlacaDirectory } from './placa-directory.js';
import { ProteccionesProjection } from './protecciones.projection.js';
import { PuntosProjection } from './puntos.projection.js';
import { ProjectionRepository } from './projection.repository.js';

/**
 * Stores events of other services in the projection. The transaction commits after the handler, so the directory gets a hint to look
 * later.
 */
@Controller()
export class ProjectionHandlers {
  constructor(
    private readonly repository: ProjectionRepository,
    private readonly enclavamientos: EnclavamientosProjection,
    private readonly protecciones: ProteccionesProjection,
    private readonly puntos: PuntosProjection,
    private readonly directory: PlacaDirectory,
    private readonly accounts: AccountDirectory,
    private readonly devices: DeviceChanges,
  ) {}

  @HandlesEvent('empresa.guardada')
  async empresaSaved(event: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    await this.repository.saveEmpresa(tx, event.data);
  }

  @HandlesEvent('empresa.eliminada')
  async empresaDeleted(event: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.repository.eraseEmpresa(tx, event.data.id);
    this.directory.refreshSoon();
  }

  @HandlesEvent('placa.guardada')
  async placaSaved(event: EventEnvelope<'placa.guardada'>, tx: EntityManager): Promise<void> {
    await this.repository.savePlaca(tx, event.data);
    this.directory.refreshSoon();
  }

  @HandlesEvent('placa.eliminada')
  async placaDeleted(event: EventEnvelope<'placa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.repository.deletePlaca(tx, event.data.placa_id);
    this.directory.refreshSoon();
  }

  @HandlesEvent('switch.guardado')
  async switchSaved(event: EventEnvelope<'switch.guardado'>, tx: EntityManager): Promise<void> {
    await this.repository.saveSwitch(tx, event.data);
    this.directory.refreshSoon();
  }

  @HandlesEvent('switch.eliminado')
  async switchDeleted(event: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    await this.repository.deleteSwitch(tx, event.data.id);
    this.directory.refreshSoon();
  }

  @HandlesEvent('enclavamiento.guardado')
  async enclavamientoSaved(event: EventEnvelope<'enclavamiento.guardado'>, tx: EntityManager): Promise<void> {
    await this.enclavamientos.save(tx, event.data);
    this.directory.refreshSoon();
  }

  @HandlesEvent('enclavamiento.eliminado')
  async enclavamientoDeleted(event: EventEnvelope<'enclavamiento.eliminado'>, tx: EntityManager): Promise<void> {
    await this.enclavamientos.delete(tx, event.data.id);
    this.directory.refreshSoon();
  }

  @HandlesEvent('proteccion.guardada')
  async proteccionSaved(event: EventEnvelope<'proteccion.guardada'>, tx: EntityManager): Promise<void> {
    await this.protecciones.save(tx, event.data);
  }

  @HandlesEvent('proteccion.eliminada')
  async proteccionDeleted(event: EventEnvelope<'proteccion.eliminada'>, tx: EntityManager): Promise<void> {
    await this.protecciones.delete(tx, event.data.id);
  }

  @HandlesEvent('punto.guardado')
  async puntoSaved(event: EventEnvelope<'punto.guardado'>, tx: EntityManager): Promise<void> {
    await this.puntos.save(tx, event.data);
    this.directory.refreshSoon();
  }

  @HandlesEvent('punto.eliminado')
  async puntoDeleted(event: EventEnvelope<'punto.eliminado'>, tx: EntityManager): Promise<void> {
    await this.puntos.delete(tx, event.data);
    this.directory.refreshSoon();
  }

  @HandlesEvent('dispositivo.guardado')
  async dispositivoSaved(event: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.repository.saveDispositivo(tx, event.data);
    this.devices.saved(await this.accounts.assign(tx, event.data.id));
  }

  @HandlesEvent('dispositivo.eliminado')
  async dispositivoDeleted(event: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.repository.deleteDispositivo(tx, event.data.id);
    await this.devices.deleted(event.data.id);
  }
}
