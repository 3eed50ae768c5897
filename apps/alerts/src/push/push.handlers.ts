import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PushService } from './push.service.js';

@Controller()
export class PushHandlers {
  constructor(private readonly push: PushService) {}

  @HandlesCall('push.estado')
  state(_request: CallRequest<'push.estado'>, { caller }: CallContext): Promise<CallResponse<'push.estado'>> {
    return this.push.state(caller);
  }

  @HandlesCall('push.suscribir')
  subscribe(request: CallRequest<'push.suscribir'>, { caller }: CallContext): Promise<CallResponse<'push.suscribir'>> {
    return this.push.subscribe(caller, request);
  }

  @HandlesCall('push.quitar')
  async unsubscribe(
    { clave }: CallRequest<'push.quitar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'push.quitar'>> {
    await this.push.unsubscribe(caller, clave);
    return {};
  }
}
