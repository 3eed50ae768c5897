import { HandlesJob } from '@acequia/bus';
import type { JobData } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { BorradoService } from './borrado.service.js';

@Controller()
export class BorradoHandlers {
  constructor(private readonly borrado: BorradoService) {}

  @HandlesJob('telemetria.borrar_empresa')
  async borrarEmpresa({ empresa_id }: JobData<'telemetria.borrar_empresa'>): Promise<void> {
    await this.borrado.borrar(empresa_id);
  }
}
