import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { BatchService } from './batch.service.js';
import { SwitchesService } from './switches.service.js';

@Controller()
export class SwitchesHandlers {
  constructor(
    private readonly switches: SwitchesService,
    private readonly batches: BatchService,
  ) {}

  @HandlesCall('switches.listar')
  async list(
    request: CallRequest<'switches.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.listar'>> {
    return this.switches.list(caller, request);
  }

  @HandlesCall('switches.panel')
  async panel(
    request: CallRequest<'switches.panel'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.panel'>> {
    return this.switches.panel(caller, request.empresa_id);
  }

  @HandlesCall('switches.de_usuario')
  async deUsuario(
    request: CallRequest<'switches.de_usuario'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.de_usuario'>> {
    return this.switches.ofUsuario(caller, request.usuario_id);
  }

  @HandlesCall('switches.guardar_lote')
  async save(
    request: CallRequest<'switches.guardar_lote'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.guardar_lote'>> {
    return this.batches.save(caller, request.switches);
  }

  @HandlesCall('switches.eliminar')
  async eliminar(
    request: CallRequest<'switches.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.eliminar'>> {
    await this.switches.eliminar(caller, request.id);
    return {};
  }
}
