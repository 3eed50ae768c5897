import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

/** A person's own delivery channels: Telegram and browsers. */
@Controller()
export class OwnAvisosController {
  constructor(private readonly bus: Bus) {}

  @Route('usuarios.vincular_telegram')
  linkTelegram({ persona }: ApiRequest<'usuarios.vincular_telegram'>) {
    return this.bus.call('telegram.vincular', {}, persona);
  }

  @Route('usuarios.desvincular_telegram')
  unlinkTelegram({ persona }: ApiRequest<'usuarios.desvincular_telegram'>) {
    return this.bus.call('telegram.desvincular', {}, persona);
  }

  @Route('cuenta.telegram')
  telegram({ persona }: ApiRequest<'cuenta.telegram'>) {
    return this.bus.call('telegram.estado', {}, persona);
  }

  @Route('cuenta.push')
  push({ persona }: ApiRequest<'cuenta.push'>) {
    return this.bus.call('push.estado', {}, persona);
  }

  @Route('cuenta.suscribir_push')
  subscribe({ body, persona }: ApiRequest<'cuenta.suscribir_push'>) {
    const { keys, ...rest } = body;
    return this.bus.call('push.suscribir', { ...rest, p256dh: keys.p256dh, auth_key: keys.auth }, persona);
  }

  @Route('cuenta.quitar_push')
  unsubscribe({ params, persona }: ApiRequest<'cuenta.quitar_push'>) {
    return this.bus.call('push.quitar', params, persona);
  }
}
