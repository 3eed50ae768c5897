import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { NoRegarService } from './no-regar.service.js';

@Controller()
export class NoRegarHandlers {
  constructor(private readonly noRegar: NoRegarService) {}

  @HandlesCall('no_regar.listar')
  list(
    { empresa_id }: CallRequest<'no_regar.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'no_regar.listar'>> {
    return this.noRegar.list(caller, empresa_id);
  }

  @HandlesCall('no_regar.crear')
  crear(
    { clave, ...request }: CallRequest<'no_regar.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'no_regar.crear'>> {
    return this.noRegar.crear(caller, request, clave);
  }

  @HandlesCall('no_regar.eliminar')
  async eliminar(
    { id }: CallRequest<'no_regar.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'no_regar.eliminar'>> {
    await this.noRegar.eliminar(caller, id);
    return {};
  }
}
