import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

/** Rules that say when to raise an aviso and how to deliver it. */
@Controller()
export class AvisosSettingsController {
  constructor(private readonly bus: Bus) {}

  @Route('empresas.probar_telegram')
  tryTelegram({ params, body, persona }: ApiRequest<'empresas.probar_telegram'>) {
    return this.bus.call('telegram.probar', { ...body, empresa_id: params.id }, persona);
  }

  @Route('empresas.probar_telegram_nueva')
  tryTelegramOfNew({ body, persona }: ApiRequest<'empresas.probar_telegram_nueva'>) {
    return this.bus.call('telegram.probar', { ...body, empresa_id: null }, persona);
  }
}
