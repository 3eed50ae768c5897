import { Bus } from '@acequia/bus';
import type { ComandoAction } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class SwitchesController {
  constructor(private readonly bus: Bus) {}

  @Route('switches.encender')
  encender(apiRequest: ApiRequest<'switches.encender'>) {
    return this.command('on', apiRequest);
  }

  @Route('switches.apagar')
  apagar(apiRequest: ApiRequest<'switches.apagar'>) {
    return this.command('off', apiRequest);
  }

  private async command(accion: ComandoAction, request: ApiRequest<'switches.encender' | 'switches.apagar'>) {
    const { params, body, clave, persona, ip, navegador } = request;
    return this.bus.call('switches.comandar', { id: params.id, accion, ...body, clave, ip, navegador }, persona);
  }
}
