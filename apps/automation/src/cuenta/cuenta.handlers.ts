import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { MonthService } from './month.service.js';

@Controller()
export class CuentaHandlers {
  constructor(private readonly months: MonthService) {}

  @HandlesCall('turnos.cuenta')
  cuenta(request: CallRequest<'turnos.cuenta'>, { caller }: CallContext): Promise<CallResponse<'turnos.cuenta'>> {
    return this.months.month(caller, request);
  }
}
