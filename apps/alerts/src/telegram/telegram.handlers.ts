import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { LinkService } from './link.service.js';
import { ProbeService } from './probe.service.js';

@Controller()
export class TelegramHandlers {
  constructor(
    private readonly probe: ProbeService,
    private readonly links: LinkService,
  ) {}

  @HandlesCall('telegram.probar')
  tryOut(request: CallRequest<'telegram.probar'>, { caller }: CallContext): Promise<CallResponse<'telegram.probar'>> {
    return this.probe.tryOut(caller, request);
  }

  @HandlesCall('telegram.estado')
  async state(
    _request: CallRequest<'telegram.estado'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telegram.estado'>> {
    const [vinculado_desde, bot] = await Promise.all([this.links.linkedSince(caller), this.probe.botOf(caller)]);
    return { vinculado_desde, bot };
  }

  @HandlesCall('telegram.vincular')
  vincular(
    _request: CallRequest<'telegram.vincular'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telegram.vincular'>> {
    return this.links.codigo(caller);
  }

  @HandlesCall('telegram.desvincular')
  async desvincular(
    _request: CallRequest<'telegram.desvincular'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telegram.desvincular'>> {
    await this.links.desvincular(caller);
    return {};
  }
}
