import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { BloqueosService } from './bloqueos.service.js';

@Controller()
export class BloqueosHandlers {
  constructor(private readonly bloqueos: BloqueosService) {}

  @HandlesCall('switches.bloqueos')
  listBloqueos(
    { empresa_id }: CallRequest<'switches.bloqueos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.bloqueos'>> {
    return this.bloqueos.list(caller, empresa_id);
  }

  @HandlesCall('switches.bloquear')
  lockOut(
    { id, motivo }: CallRequest<'switches.bloquear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.bloquear'>> {
    return this.bloqueos.lockOut(caller, id, motivo);
  }

  @HandlesCall('switches.desbloquear')
  async releaseLockout(
    { id }: CallRequest<'switches.desbloquear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.desbloquear'>> {
    await this.bloqueos.releaseLockout(caller, id);
    return {};
  }

  @HandlesCall('bloqueos.auditoria')
  auditoria(
    request: CallRequest<'bloqueos.auditoria'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'bloqueos.auditoria'>> {
    return this.bloqueos.auditoria(caller, request);
  }
}
