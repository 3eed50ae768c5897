import { HandlesEvent } from '@acequia/bus';
import { sistema, type EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CompanyErasure } from './company-erasure.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';

/** Follows the companies of auth-tenancy. */
@Controller()
export class ProjectionHandlers {
  constructor(
    private readonly empresas: EmpresasRepository,
    private readonly erasure: CompanyErasure,
  ) {}

  @HandlesEvent('empresa.guardada')
  async guardada({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    const { id, nombre, activa, zona_horaria } = data;
    await this.empresas.save(tx, { id, nombre, activa, zona_horaria });
  }

  /** Deletes a company's inventory in one transaction: after a crash halfway the next instance handles the event again. */
  @HandlesEvent('empresa.eliminada')
  async eliminada({ data: { id } }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await this.empresas.markDeleted(tx, id);
    await this.erasure.eraseEmpresa(tx, sistema('auth-tenancy'), id);
  }
}
