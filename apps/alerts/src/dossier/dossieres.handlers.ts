import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DossieresService } from './dossieres.service.js';

@Controller()
export class DossieresHandlers {
  constructor(private readonly dossieres: DossieresService) {}

  @HandlesCall('dossieres.listar')
  list(
    { empresa_id }: CallRequest<'dossieres.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dossieres.listar'>> {
    return this.dossieres.list(caller, empresa_id);
  }

  @HandlesCall('dossieres.leer')
  read({ id }: CallRequest<'dossieres.leer'>, { caller }: CallContext): Promise<CallResponse<'dossieres.leer'>> {
    return this.dossieres.read(caller, id);
  }

  @HandlesCall('dossieres.hacer')
  make(request: CallRequest<'dossieres.hacer'>, { caller }: CallContext): Promise<CallResponse<'dossieres.hacer'>> {
    return this.dossieres.make(caller, request);
  }

  @HandlesCall('dossieres.pdf')
  pdf({ id }: CallRequest<'dossieres.pdf'>, { caller }: CallContext): Promise<CallResponse<'dossieres.pdf'>> {
    return this.dossieres.pdf(caller, id);
  }
}
