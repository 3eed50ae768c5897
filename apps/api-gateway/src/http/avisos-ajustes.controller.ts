import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

/** Rules that say when to raise an aviso and how to deliver it. */
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

  @Route('avisos.vista_previa')
  preview({ body, persona }: ApiRequest<'avisos.vista_previa'>) {
    return this.bus.call('reglas.vista_previa', body, persona);
  }

  @Route('avisos.ajustes')
  settings({ query, persona }: ApiRequest<'avisos.ajustes'>) {
    return this.bus.call('avisos.ajustes', query, persona);
  }

  @Route('avisos.guardar_ajustes')
  saveSettings({ body, persona }: ApiRequest<'avisos.guardar_ajustes'>) {
    return this.bus.call('avisos.guardar_ajustes', body, persona);
  }

  @Route('avisos.canales')
  canales({ query, persona }: ApiRequest<'avisos.canales'>) {
    return this.bus.call('canales.listar', query, persona);
  }

  @Route('avisos.agregar_canal')
  addChannel({ body, persona }: ApiRequest<'avisos.agregar_canal'>) {
    return this.bus.call('canales.crear', body, persona);
  }

  @Route('avisos.actualizar_canal')
  updateChannel({ params, body, persona }: ApiRequest<'avisos.actualizar_canal'>) {
    return this.bus.call('canales.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('avisos.eliminar_canal')
  deleteChannel({ params, persona }: ApiRequest<'avisos.eliminar_canal'>) {
    return this.bus.call('canales.eliminar', params, persona);
  }

  @Route('empresas.probar_telegram')
  tryTelegram({ params, body, persona }: ApiRequest<'empresas.probar_telegram'>) {
    return this.bus.call('telegram.probar', { ...body, empresa_id: params.id }, persona);
  }
}
