import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ActionsService } from '../execution/actions.service.js';
import { MoveService } from '../execution/move.service.js';
import { MonthService } from '../cuenta/month.service.js';
import { TurnosService } from './turnos.service.js';

@Controller()
export class TurnosHandlers {
  constructor(
    private readonly turnos: TurnosService,
    private readonly actions: ActionsService,
    private readonly moves: MoveService,
    private readonly months: MonthService,
  ) {}

  @HandlesCall('turnos.listar')
  list(request: CallRequest<'turnos.listar'>, { caller }: CallContext): Promise<CallResponse<'turnos.listar'>> {
    return this.turnos.list(caller, request);
  }

  @HandlesCall('turnos.cuenta')
  cuenta(request: CallRequest<'turnos.cuenta'>, { caller }: CallContext): Promise<CallResponse<'turnos.cuenta'>> {
    return this.months.month(caller, request);
  }

  @HandlesCall('turnos.detener')
  detener(
    { turno_id, ...origin }: CallRequest<'turnos.detener'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.detener'>> {
    return this.actions.detener(caller, turno_id, origin);
  }

  @HandlesCall('turnos.alargar')
  alargar(
    { turno_id, segundos, clave }: CallRequest<'turnos.alargar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.alargar'>> {
    return this.actions.alargar(caller, turno_id, segundos, clave);
  }

  @HandlesCall('turnos.mover')
  mover(
    { turno_id, clave, ...wanted }: CallRequest<'turnos.mover'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.mover'>> {
    return this.moves.mover(caller, turno_id, wanted, clave);
  }
}
