import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { AssignablesService } from './assignables.service.js';

@Controller()
export class AssignablesHandlers {
  constructor(private readonly assignables: AssignablesService) {}

  @HandlesCall('inventario.verificar')
  async verificar(
    request: CallRequest<'inventario.verificar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.verificar'>> {
    await this.assignables.verificar(caller, request);
    return {};
  }

  @HandlesCall('inventario.de_sitios')
  atSitios(
    request: CallRequest<'inventario.de_sitios'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.de_sitios'>> {
    return this.assignables.atSitios(caller, request);
  }
}
