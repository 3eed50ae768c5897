import { HandlesEvent } from '@acequia/bus';
import { sistema, type EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DispositivosService } from '../dispositivos/dispositivos.service.js';
import { EnclavamientosService } from '../enclavamientos/enclavamientos.service.js';
import { PlacasService } from '../placas/placas.service.js';
import { SwitchesService } from '../switches/switches.service.js';
import { EmpresasRepository } from './empresas.repository.js';

/** Follows the companies of auth-tenancy. */
@Controller()
export class ProjectionHandlers {
  constructor(
    private readonly empresas: EmpresasRepository,
    private readonly enclavamientos: EnclavamientosService,
    private readonly switches: SwitchesService,
    private readonly placas: PlacasService,
    private readonly dispositivos: DispositivosService,
  ) {}

  @HandlesEvent('empresa.guardada')
  async guardada({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    const { id, nombre, activa, zona_horaria } = data;
    await this.empresas.save(tx, { id, nombre, activa, zona_horaria });
  }

  /** Deletes a company's inventory in one transaction: after a crash halfway the next instance handles the event again. */
  @HandlesEvent('empresa.eliminada')
  async eliminada({ data: { id } }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    const author = sistema('auth-tenancy');
    await this.empresas.markDeleted(tx, id);
    await this.enclavamientos.eraseOfEmpresa(tx, author, id);
    await this.switches.eraseOfEmpresa(tx, author, id);
    await this.placas.eraseOfEmpresa(tx, author, id);
    await this.dispositivos.eraseOfEmpresa(tx, author, id);
  }
}
