import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { SilenciosService } from './silences.service.js';

@Controller()
export class SilenciosHandlers {
  constructor(private readonly silencios: SilenciosService) {}

  @HandlesCall('silencios.listar')
  list(
    { empresa_id }: CallRequest<'silencios.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'silencios.listar'>> {
    return this.silencios.list(caller, empresa_id);
  }

  @HandlesCall('silencios.crear')
  crear(request: CallRequest<'silencios.crear'>, { caller }: CallContext): Promise<CallResponse<'silencios.crear'>> {
    return this.silencios.crear(caller, request);
  }

  @HandlesCall('silencios.eliminar')
  async eliminar(
    { id }: CallRequest<'silencios.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'silencios.eliminar'>> {
    await this.silencios.eliminar(caller, id);
    return {};
  }
}
