import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ChannelsService } from './channels.service.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class ChannelsHandlers {
  constructor(
    private readonly channels: ChannelsService,
    private readonly settings: SettingsService,
  ) {}

  @HandlesCall('canales.listar')
  list(
    { empresa_id }: CallRequest<'canales.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'canales.listar'>> {
    return this.channels.list(caller, empresa_id);
  }

  @HandlesCall('canales.crear')
  create(request: CallRequest<'canales.crear'>, { caller }: CallContext): Promise<CallResponse<'canales.crear'>> {
    return this.channels.create(caller, request);
  }

  @HandlesCall('canales.actualizar')
  update(
    { id, ...request }: CallRequest<'canales.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'canales.actualizar'>> {
    return this.channels.update(caller, id, request);
  }

  @HandlesCall('canales.eliminar')
  async remove(
    { id }: CallRequest<'canales.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'canales.eliminar'>> {
    await this.channels.remove(caller, id);
    return {};
  }

  @HandlesCall('avisos.ajustes')
  readSettings(
    { empresa_id }: CallRequest<'avisos.ajustes'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'avisos.ajustes'>> {
    return this.settings.read(caller, empresa_id);
  }

  @HandlesCall('avisos.guardar_ajustes')
  saveSettings(
    request: CallRequest<'avisos.guardar_ajustes'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'avisos.guardar_ajustes'>> {
    return this.settings.save(caller, request);
  }
}
