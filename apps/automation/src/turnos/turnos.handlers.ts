import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { FailedService } from './failed.service.js';
import { TurnosService } from './turnos.service.js';

@Controller()
export class TurnosHandlers {
  constructor(
    private readonly turnos: TurnosService,
    private readonly failures: FailedService,
  ) {}

  @HandlesCall('turnos.listar')
  list(request: CallRequest<'turnos.listar'>, { caller }: CallContext): Promise<CallResponse<'turnos.listar'>> {
    return this.turnos.list(caller, request);
  }

  @HandlesCall('turnos.fallidos')
  failed(): Promise<CallResponse<'turnos.fallidos'>> {
    return this.failures.failed();
  }
}
