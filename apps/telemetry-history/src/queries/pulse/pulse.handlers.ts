import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PulseService } from './pulse.service.js';

@Controller()
export class PulseHandlers {
  constructor(private readonly pulse: PulseService) {}

  @HandlesCall('situacion.pulso')
  read(
    { empresa_id }: CallRequest<'situacion.pulso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'situacion.pulso'>> {
    return this.pulse.read(caller, empresa_id);
  }
}
