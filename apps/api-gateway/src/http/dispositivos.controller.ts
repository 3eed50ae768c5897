import { Bus } from '@acequia/bus';
import type { ComandoAction } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class DispositivosController {
  constructor(private readonly bus: Bus) {}

  @Route('dispositivos.listar')
  list({ query, persona }: ApiRequest<'dispositivos.listar'>) {
    return this.bus.call('dispositivos.listar', query, persona);
  }

  @Route('dispositivos.de_usuario')
  deUsuario({ query, persona }: ApiRequest<'dispositivos.de_usuario'>) {
    return this.bus.call('dispositivos.de_usuario', query, persona);
  }

  @Route('dispositivos.crear')
  crear({ body, persona }: ApiRequest<'dispositivos.crear'>) {
    return this.bus.call('dispositivos.crear', body, persona);
  }

  @Route('dispositivos.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'dispositivos.actualizar'>) {
    return this.bus.call('dispositivos.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('dispositivos.suspender')
  suspender({ params, persona }: ApiRequest<'dispositivos.suspender'>) {
    return this.bus.call('dispositivos.suspender', params, persona);
  }

  @Route('dispositivos.reactivar')
  reactivar({ params, persona }: ApiRequest<'dispositivos.reactivar'>) {
    return this.bus.call('dispositivos.reactivar', params, persona);
  }

  @Route('dispositivos.eliminar')
  eliminar({ params, persona }: ApiRequest<'dispositivos.eliminar'>) {
    return this.bus.call('dispositivos.eliminar', params, persona);
  }

  @Route('dispositivos.encender')
  encender(apiRequest: ApiRequest<'dispositivos.encender'>) {
    return this.command('on', apiRequest);
  }

  @Route('dispositivos.apagar')
  apagar(apiRequest: ApiRequest<'dispositivos.apagar'>) {
    return this.command('off', apiRequest);
  }

  @Route('dispositivos.metricas')
  metricas({ params, persona }: ApiRequest<'dispositivos.metricas'>) {
    return this.bus.call('dispositivos.metricas', params, persona);
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
