import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { SummaryService } from './summary.service.js';

@Controller()
export class SummaryHandlers {
  constructor(private readonly summary: SummaryService) {}

  @HandlesCall('avisos.resumen')
  read(request: CallRequest<'avisos.resumen'>, { caller }: CallContext): Promise<CallResponse<'avisos.resumen'>> {
    return this.summary.read(caller, request);
  }
}
