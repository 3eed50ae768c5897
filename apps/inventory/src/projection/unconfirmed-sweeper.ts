import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CompanyErasure } from './company-erasure.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';

const OWN = sistema('inventory');
const EVERY_MS = 30_000;
/** Longer than an import takes; auth-tenancy itself knows whether one is still undecided. */
const WAIT_S = 120;

/** Deletes what an import wrote for a company that auth-tenancy then never committed, because it was killed in between. */
@Injectable()
export class UnconfirmedSweeper {
  constructor(
    private readonly empresas: EmpresasRepository,
    private readonly erasure: CompanyErasure,
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `servicio_no_disponible` when auth-tenancy does not answer or cannot know yet: then nothing is deleted */
  @Every({ ms: EVERY_MS, failed: 'companies of imports could not be confirmed' })
  async sweep(): Promise<void> {
    for (const id of await this.empresas.unconfirmed(WAIT_S)) {
      const { existe } = await this.bus.call('empresas.existe', { id }, OWN);
      if (existe === 1) await this.empresas.confirm(id);
      else await this.remove(id);
    }
  }

  private async remove(id: number): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      if (await this.empresas.deleteUnconfirmed(tx, id)) await this.erasure.eraseEmpresa(tx, OWN, id);
    });
    this.logger.warn({ empresa_id: id }, 'an import was cut short: its boards and switches were deleted');
  }
}
