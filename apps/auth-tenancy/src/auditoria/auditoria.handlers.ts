import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { QueryService } from './query.service.js';

@Controller()
export class AuditoriaHandlers {
  constructor(private readonly query: QueryService) {}

  @HandlesCall('auditoria.listar')
  list(request: CallRequest<'auditoria.listar'>, { caller }: CallContext): Promise<CallResponse<'auditoria.listar'>> {
    return this.query.list(caller, request);
  }
}
