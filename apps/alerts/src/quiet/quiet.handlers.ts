import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { QuietService } from './quiet.service.js';

@Controller()
export class QuietHandlers {
  constructor(private readonly quiet: QuietService) {}

  @HandlesCall('descansos.leer')
  read(_request: CallRequest<'descansos.leer'>, { caller }: CallContext): Promise<CallResponse<'descansos.leer'>> {
    return this.quiet.read(caller);
  }

  @HandlesCall('descansos.guardar')
  save(request: CallRequest<'descansos.guardar'>, { caller }: CallContext): Promise<CallResponse<'descansos.guardar'>> {
    return this.quiet.save(caller, request);
  }
}
