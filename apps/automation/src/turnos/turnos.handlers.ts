import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { FailedService } from './failed.service.js';
import { NearService } from './near.service.js';
import { TurnosService } from './turnos.service.js';

@Controller()
export class TurnosHandlers {
  constructor(
    private readonly turnos: TurnosService,
    private readonly failures: FailedService,
    private readonly near: NearService,
  ) {}

  @HandlesCall('turnos.listar')
  list(request: CallRequest<'turnos.listar'>, { caller }: CallContext): Promise<CallResponse<'turnos.listar'>> {
    return this.turnos.list(caller, request);
  }

  @HandlesCall('situacion.riego')
  today(
    { empresa_id }: CallRequest<'situacion.riego'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'situacion.riego'>> {
    return this.near.today(caller, empresa_id);
  }

  @HandlesCall('turnos.fallidos')
  failed(): Promise<CallResponse<'turnos.fallidos'>> {
    return this.failures.failed();
  }

  @HandlesCall('turnos.cerca')
  soon(
    { placas, segundos }: CallRequest<'turnos.cerca'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.cerca'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.near.boardsWithin(placas, segundos);
  }
}
