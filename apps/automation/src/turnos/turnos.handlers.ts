import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { TurnosService } from './turnos.service.js';

@Controller()
export class TurnosHandlers {
  constructor(private readonly turnos: TurnosService) {}

  @HandlesCall('turnos.listar')
  list(request: CallRequest<'turnos.listar'>, { caller }: CallContext): Promise<CallResponse<'turnos.listar'>> {
    return this.turnos.list(caller, request);
  }
}
