import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ChannelsHandlers {
  constructor(private readonly canales: ChannelsService) {}

  @HandlesCall('canales.listar')
  list(
    { empresa_id }: CallRequest<'canales.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'canales.listar'>> {
    return this.canales.list(caller, empresa_id);
  }

  @HandlesCall('canales.crear')
  crear(request: CallRequest<'canales.crear'>, { caller }: CallContext): Promise<CallResponse<'canales.crear'>> {
    return this.canales.crear(caller, request);
  }

  @HandlesCall('canales.eliminar')
  async eliminar(
    { id }: CallRequest<'canales.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'canales.eliminar'>> {
    await this.canales.eliminar(caller, id);
    return {};
  }
}
