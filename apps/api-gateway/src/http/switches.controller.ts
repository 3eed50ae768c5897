import { Bus } from '@acequia/bus';
import type { ComandoAction } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class SwitchesController {
  constructor(private readonly bus: Bus) {}

  @Route('switches.listar')
  list({ query, persona }: ApiRequest<'switches.listar'>) {
    return this.bus.call('switches.listar', query, persona);
  }

  @Route('switches.guardar_lote')
  saveBatch({ body, persona }: ApiRequest<'switches.guardar_lote'>) {
    return this.bus.call('switches.guardar_lote', body, persona);
  }

  @Route('switches.panel')
  panel({ query, persona }: ApiRequest<'switches.panel'>) {
    return this.bus.call('switches.panel', query, persona);
  }

  @Route('switches.de_usuario')
  deUsuario({ query, persona }: ApiRequest<'switches.de_usuario'>) {
    return this.bus.call('switches.de_usuario', query, persona);
  }

  @Route('switches.eliminar')
  eliminar({ params, persona }: ApiRequest<'switches.eliminar'>) {
    return this.bus.call('switches.eliminar', params, persona);
  }

  @Route('switches.encender')
  encender(apiRequest: ApiRequest<'switches.encender'>) {
    return this.command('on', apiRequest);
  }

  @Route('switches.apagar')
  apagar(apiRequest: ApiRequest<'switches.apagar'>) {
    return this.command('off', apiRequest);
  }

  @Route('switches.bloqueos')
  bloqueos({ query, persona }: ApiRequest<'switches.bloqueos'>) {
    return this.bus.call('switches.bloqueos', query, persona);
  }

  @Route('switches.bloquear')
  lockOut({ params, body, persona }: ApiRequest<'switches.bloquear'>) {
    return this.bus.call('switches.bloquear', { ...body, id: params.id }, persona);
  }

  @Route('switches.desbloquear')
  releaseLockout({ params, persona }: ApiRequest<'switches.desbloquear'>) {
    return this.bus.call('switches.desbloquear', params, persona);
  }

  private async command(accion: ComandoAction, request: ApiRequest<'switches.encender' | 'switches.apagar'>) {
    const { params, body, clave, persona, ip, navegador } = request;
    return this.bus.call('switches.comandar', { id: params.id, accion, ...body, clave, ip, navegador }, persona);
  }
}
