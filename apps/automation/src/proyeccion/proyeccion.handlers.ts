import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../turnos/account.service.js';
import { ProyeccionRepository } from './proyeccion.repository.js';

/** Facts of other services. */
@Controller()
export class ProyeccionHandlers {
  constructor(
    private readonly proyeccion: ProyeccionRepository,
    private readonly account: AccountService,
  ) {}

  @HandlesEvent('empresa.guardada')
  async empresa({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.empresa(tx, data);
    await this.proyeccion.replan(tx, data.id);
  }

  @HandlesEvent('empresa.eliminada')
  async sinEmpresa({ data }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.sinEmpresa(tx, data.id);
  }

  @HandlesEvent('placa.guardada')
  async placa({ data }: EventEnvelope<'placa.guardada'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.placa(tx, data);
  }

  @HandlesEvent('placa.eliminada')
  async sinPlaca({ data }: EventEnvelope<'placa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.sinPlaca(tx, data.placa_id);
  }

  @HandlesEvent('switch.guardado')
  async switch({ data }: EventEnvelope<'switch.guardado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.switch(tx, data);
  }

  @HandlesEvent('switch.eliminado')
  async sinSwitch({ data }: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.borrar(tx, 'switches', data);
  }

  @HandlesEvent('dispositivo.guardado')
  async dispositivo({ data }: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.dispositivo(tx, data);
  }

  @HandlesEvent('dispositivo.eliminado')
  async sinDispositivo({ data }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.borrar(tx, 'dispositivos', data);
  }

  @HandlesEvent('enclavamiento.guardado')
  async enclavamiento({ data }: EventEnvelope<'enclavamiento.guardado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.enclavamiento(tx, data);
  }

  @HandlesEvent('enclavamiento.eliminado')
  async sinEnclavamiento({ data }: EventEnvelope<'enclavamiento.eliminado'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.borrar(tx, 'enclavamientos', data);
  }

  @HandlesEvent('placa.planes')
  async planes({ data }: EventEnvelope<'placa.planes'>, tx: EntityManager): Promise<void> {
    await this.proyeccion.planes(tx, data);
  }

  @HandlesEvent('placa.corridas')
  async corridas({ data }: EventEnvelope<'placa.corridas'>, tx: EntityManager): Promise<void> {
    await this.account.reported(tx, data);
  }
}
