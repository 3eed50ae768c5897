import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { AsignablesService } from './asignables.service.js';

@Controller()
export class AsignablesHandlers {
  constructor(private readonly asignables: AsignablesService) {}

  @HandlesCall('inventario.verificar')
  async verificar(
    request: CallRequest<'inventario.verificar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.verificar'>> {
    await this.asignables.verificar(caller, request);
    return {};
  }
}
