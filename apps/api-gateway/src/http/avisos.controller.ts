import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class AvisosController {
  constructor(private readonly bus: Bus) {}

  @Route('avisos.listar')
  list({ query, persona }: ApiRequest<'avisos.listar'>) {
    return this.bus.call('avisos.listar', query, persona);
  }

  @Route('avisos.reconocer_varios')
  reconocerVarios({ body, persona }: ApiRequest<'avisos.reconocer_varios'>) {
    return this.bus.call('avisos.reconocer_varios', body, persona);
  }

  @Route('avisos.reconocer')
  reconocer({ params, body, persona }: ApiRequest<'avisos.reconocer'>) {
    return this.bus.call('avisos.reconocer', { ...body, id: params.id }, persona);
  }

  @Route('avisos.entregas')
  entregas({ params, persona }: ApiRequest<'avisos.entregas'>) {
    return this.bus.call('avisos.entregas', params, persona);
  }

  @Route('avisos.mensajes')
  messages({ query, persona }: ApiRequest<'avisos.mensajes'>) {
    return this.bus.call('avisos.mensajes', query, persona);
  }

  @Route('avisos.resumen')
  summary({ query, persona }: ApiRequest<'avisos.resumen'>) {
    return this.bus.call('avisos.resumen', query, persona);
  }

  @Route('avisos.silencios')
  silencios({ query, persona }: ApiRequest<'avisos.silencios'>) {
    return this.bus.call('silencios.listar', query, persona);
  }

  @Route('avisos.silenciar')
  silenciar({ body, persona }: ApiRequest<'avisos.silenciar'>) {
    return this.bus.call('silencios.crear', body, persona);
  }

  @Route('avisos.eliminar_silencio')
  deleteSilencio({ params, persona }: ApiRequest<'avisos.eliminar_silencio'>) {
    return this.bus.call('silencios.eliminar', params, persona);
  }
}
