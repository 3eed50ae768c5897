import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

/** When somebody is alarmed, and by which way. */
@Controller()
export class AvisosSettingsController {
  constructor(private readonly bus: Bus) {}

  @Route('avisos.reglas')
  reglas({ query, persona }: ApiRequest<'avisos.reglas'>) {
    return this.bus.call('reglas.listar', query, persona);
  }

  @Route('avisos.guardar_regla')
  saveRule({ body, persona }: ApiRequest<'avisos.guardar_regla'>) {
    return this.bus.call('reglas.guardar', body, persona);
  }

  @Route('avisos.eliminar_regla')
  deleteRule({ params, persona }: ApiRequest<'avisos.eliminar_regla'>) {
    return this.bus.call('reglas.eliminar', params, persona);
  }

  @Route('avisos.canales')
  canales({ query, persona }: ApiRequest<'avisos.canales'>) {
    return this.bus.call('canales.listar', query, persona);
  }

  @Route('avisos.agregar_canal')
  addChannel({ body, persona }: ApiRequest<'avisos.agregar_canal'>) {
    return this.bus.call('canales.crear', body, persona);
  }

  @Route('avisos.eliminar_canal')
  deleteChannel({ params, persona }: ApiRequest<'avisos.eliminar_canal'>) {
    return this.bus.call('canales.eliminar', params, persona);
  }

  @Route('empresas.probar_telegram')
  tryTelegram({ params, body, persona }: ApiRequest<'empresas.probar_telegram'>) {
    return this.bus.call('telegram.probar', { ...body, empresa_id: params.id }, persona);
  }

  @Route('usuarios.vincular_telegram')
  vincularTelegram({ persona }: ApiRequest<'usuarios.vincular_telegram'>) {
    return this.bus.call('telegram.vincular', {}, persona);
  }

  @Route('usuarios.desvincular_telegram')
  desvincularTelegram({ persona }: ApiRequest<'usuarios.desvincular_telegram'>) {
    return this.bus.call('telegram.desvincular', {}, persona);
  }
}
