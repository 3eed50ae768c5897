import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

/** A person's own delivery channels: Telegram and browsers. */
@Controller()
export class OwnAvisosController {
  constructor(private readonly bus: Bus) {}

  @Route('cuenta.suscribir_push')
  subscribe({ body, persona }: ApiRequest<'cuenta.suscribir_push'>) {
    const { keys, ...rest } = body;
    return this.bus.call('push.suscribir', { ...rest, p256dh: keys.p256dh, auth_key: keys.auth }, persona);
  }
}
