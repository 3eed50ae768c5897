import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ConsultaService } from './consulta.service.js';

@Controller()
export class AuditoriaHandlers {
  constructor(private readonly consulta: ConsultaService) {}

  @HandlesCall('auditoria.listar')
  listar(request: CallRequest<'auditoria.listar'>, { caller }: CallContext): Promise<CallResponse<'auditoria.listar'>> {
    return this.consulta.listar(caller, request);
  }
}
