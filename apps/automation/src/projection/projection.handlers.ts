import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OutcomeService } from '../outcomes/outcome.service.js';
import { TurnoNews } from '../live/turno-news.js';
import { ProjectionRepository } from '../storage/projection.repository.js';

/** Handles events of other services. */
@Controller()
export class ProjectionHandlers {
  constructor(
    private readonly projection: ProjectionRepository,
    private readonly outcomes: OutcomeService,
    private readonly news: TurnoNews,
  ) {}

  @HandlesEvent('empresa.guardada')
  async empresa({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    await this.projection.empresa(tx, data);
  }

  @HandlesEvent('empresa.eliminada')
  async eraseEmpresa({ data }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.projection.eraseEmpresa(tx, data.id);
  }

  @HandlesEvent('placa.guardada')
  async placa({ data }: EventEnvelope<'placa.guardada'>, tx: EntityManager): Promise<void> {
    await this.projection.placa(tx, data);
  }

  @HandlesEvent('placa.eliminada')
  async withoutPlaca({ data }: EventEnvelope<'placa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.projection.removePlaca(tx, data.placa_id);
  }

  @HandlesEvent('switch.guardado')
  async switch({ data }: EventEnvelope<'switch.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.switch(tx, data);
  }

  @HandlesEvent('switch.eliminado')
  async withoutSwitch({ data }: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.erase(tx, 'switches', data);
  }

  @HandlesEvent('dispositivo.guardado')
  async dispositivo({ data }: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.dispositivo(tx, data);
  }

  @HandlesEvent('dispositivo.eliminado')
  async withoutDispositivo({ data }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.erase(tx, 'dispositivos', data);
  }

  @HandlesEvent('enclavamiento.guardado')
  async enclavamiento({ data }: EventEnvelope<'enclavamiento.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.enclavamiento(tx, data);
  }

  @HandlesEvent('enclavamiento.eliminado')
  async withoutEnclavamiento({ data }: EventEnvelope<'enclavamiento.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.erase(tx, 'enclavamientos', data);
  }

  @HandlesEvent('proteccion.guardada')
  async proteccion({ data }: EventEnvelope<'proteccion.guardada'>, tx: EntityManager): Promise<void> {
    await this.projection.proteccion(tx, data);
  }

  @HandlesEvent('proteccion.eliminada')
  async withoutProteccion({ data }: EventEnvelope<'proteccion.eliminada'>, tx: EntityManager): Promise<void> {
    await this.projection.erase(tx, 'protecciones', data);
  }

  @HandlesEvent('punto.guardado')
  async punto({ data }: EventEnvelope<'punto.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.punto(tx, data);
  }

  @HandlesEvent('punto.eliminado')
  async withoutPunto({ data }: EventEnvelope<'punto.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.erase(tx, 'puntos', data);
  }

  @HandlesEvent('placa.planes')
  async planes({ data }: EventEnvelope<'placa.planes'>, tx: EntityManager): Promise<void> {
    await this.projection.planes(tx, data);
  }

  @HandlesEvent('orden.persona')
  async order({ data, rev }: EventEnvelope<'orden.persona'>, tx: EntityManager): Promise<void> {
    await this.projection.order(tx, rev, data);
    if (data.entidad === 'switch') this.news.inCharge(data.empresa_id, [data.id]);
  }

  @HandlesEvent('placa.corridas')
  async corridas({ data }: EventEnvelope<'placa.corridas'>, tx: EntityManager): Promise<void> {
    await this.outcomes.reported(tx, data);
  }
}
