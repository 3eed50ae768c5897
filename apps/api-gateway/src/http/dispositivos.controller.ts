import { Bus } from '@acequia/bus';
import type { ComandoAction } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class DispositivosController {
  constructor(private readonly bus: Bus) {}

  @Route('dispositivos.encender')
  encender(apiRequest: ApiRequest<'dispositivos.encender'>) {
    return this.command('on', apiRequest);
  }

  @Route('dispositivos.apagar')
  apagar(apiRequest: ApiRequest<'dispositivos.apagar'>) {
    return this.command('off', apiRequest);
  }

  @Route('monitor.en_vivo')
  enVivo({ params, query, persona }: ApiRequest<'monitor.en_vivo'>) {
    return this.bus.call('dispositivos.en_vivo', { id: params.id, forzar: query.nocache === '1' }, persona);
  }

  private command(
    accion: ComandoAction,
    request: Pick<ApiRequest<'dispositivos.encender'>, 'params' | 'persona' | 'ip' | 'navegador'>,
  ) {
    const { params, persona, ip, navegador } = request;
    return this.bus.call('dispositivos.comandar', { id: params.id, accion, ip, navegador }, persona);
  }
}
