import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CompanyNews } from './company-news.js';
import { ProjectionRepository } from './projection.repository.js';

/** Projects companies, boards, switches, devices and points from events. */
@Controller()
export class ProjectionHandlers {
  constructor(
    private readonly projection: ProjectionRepository,
    private readonly news: CompanyNews,
  ) {}

  @HandlesEvent('empresa.guardada')
  async empresaSaved({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    await this.projection.saveEmpresa(tx, data);
    this.news.tellSoon(data.id);
  }

  @HandlesEvent('empresa.eliminada')
  async empresaDeleted({ data }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.projection.eraseEmpresa(tx, data.id);
    this.news.tellSoon(data.id);
  }

  @HandlesEvent('usuario.eliminado')
  async usuarioDeleted({ data }: EventEnvelope<'usuario.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.deleteUsuario(tx, data.id);
  }

  @HandlesEvent('placa.guardada')
  async placaSaved({ data }: EventEnvelope<'placa.guardada'>, tx: EntityManager): Promise<void> {
    await this.projection.savePlaca(tx, data);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('placa.eliminada')
  async placaDeleted({ data }: EventEnvelope<'placa.eliminada'>, tx: EntityManager): Promise<void> {
    this.news.tellSoon(await this.projection.delete(tx, 'placas', data.placa_id));
  }

  @HandlesEvent('switch.guardado')
  async switchSaved({ data }: EventEnvelope<'switch.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.saveSwitch(tx, data);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('switch.eliminado')
  async switchDeleted({ data }: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.delete(tx, 'switches', data.id);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('dispositivo.guardado')
  async dispositivoSaved({ data }: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.saveDispositivo(tx, data);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('dispositivo.eliminado')
  async dispositivoDeleted({ data }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.delete(tx, 'dispositivos', data.id);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('punto.guardado')
  async puntoSaved({ data }: EventEnvelope<'punto.guardado'>, tx: EntityManager): Promise<void> {
    await this.projection.savePunto(tx, data);
    this.news.tellSoon(data.empresa_id);
  }

  @HandlesEvent('punto.eliminado')
  async puntoDeleted({ data }: EventEnvelope<'punto.eliminado'>, tx: EntityManager): Promise<void> {
    await this.projection.delete(tx, 'puntos', data.id);
    this.news.tellSoon(data.empresa_id);
  }
}
