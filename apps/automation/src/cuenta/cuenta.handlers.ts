import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { AreasService } from './areas.service.js';
import { FlowWatch } from './flow-watch.service.js';
import { FlowService } from './flow.service.js';
import { MonthService } from './month.service.js';
import { PowerService } from './power.service.js';

@Controller()
export class CuentaHandlers {
  constructor(
    private readonly months: MonthService,
    private readonly areas: AreasService,
    private readonly flows: FlowService,
    private readonly watch: FlowWatch,
    private readonly powers: PowerService,
  ) {}

  @HandlesCall('turnos.cuenta')
  cuenta(request: CallRequest<'turnos.cuenta'>, { caller }: CallContext): Promise<CallResponse<'turnos.cuenta'>> {
    return this.months.month(caller, request);
  }

  @HandlesCall('turnos.superficie')
  async area(
    request: CallRequest<'turnos.superficie'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.superficie'>> {
    await this.areas.save(caller, request);
    return {};
  }

  @HandlesCall('turnos.caudales')
  caudales(request: CallRequest<'turnos.caudales'>, { caller }: CallContext): Promise<CallResponse<'turnos.caudales'>> {
    return this.flows.learned(caller, request);
  }

  @HandlesCall('caudales.vigilados')
  async vigilados(): Promise<CallResponse<'caudales.vigilados'>> {
    return this.watch.watched();
  }

  @HandlesCall('potencias.raras')
  raras(): Promise<CallResponse<'potencias.raras'>> {
    return this.powers.odd();
  }
}
