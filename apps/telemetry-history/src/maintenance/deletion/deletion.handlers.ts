import { HandlesJob } from '@acequia/bus';
import type { JobData } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DeletionService } from './deletion.service.js';

@Controller()
export class DeletionHandlers {
  constructor(private readonly deletion: DeletionService) {}

  @HandlesJob('telemetria.borrar_empresa')
  async eraseEmpresa({ empresa_id }: JobData<'telemetria.borrar_empresa'>): Promise<void> {
    await this.deletion.eraseEmpresa(empresa_id);
  }
}
