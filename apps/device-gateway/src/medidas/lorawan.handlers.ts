import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { LorawanService } from './lorawan.service.js';

@Controller()
export class LorawanHandlers {
  constructor(private readonly lorawan: LorawanService) {}

  @HandlesCall('lorawan.guardar')
  save(request: CallRequest<'lorawan.guardar'>, { caller }: CallContext): Promise<CallResponse<'lorawan.guardar'>> {
    return this.lorawan.save(caller, request);
  }

  @HandlesCall('lorawan.nodos')
  list({ empresa_id }: CallRequest<'lorawan.nodos'>, { caller }: CallContext): Promise<CallResponse<'lorawan.nodos'>> {
    return this.lorawan.list(caller, empresa_id);
  }
}
