import { Bus } from '@acequia/bus';
import { ENV } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { Env } from '../env.js';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class PlacasController {
  constructor(
    private readonly bus: Bus,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Route('placas.listar')
  list({ query, persona }: ApiRequest<'placas.listar'>) {
    return this.bus.call('placas.listar', query, persona);
  }

  /** Answered here: the broker's address is a setting of the installation, no service knows it. */
  @Route('placas.direccion')
  direccion(_apiRequest: ApiRequest<'placas.direccion'>) {
    const { MQTT_PUBLIC_URL: url = null, MQTT_PORT: puerto = null } = this.env;
    return Promise.resolve({ url, puerto, broker_externo: puerto === null ? (1 as const) : (0 as const) });
  }

  @Route('placas.registrar')
  registrar({ body, persona }: ApiRequest<'placas.registrar'>) {
    return this.bus.call('placas.registrar', body, persona);
  }

  @Route('placas.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'placas.actualizar'>) {
    return this.bus.call('placas.actualizar', { ...body, ...params }, persona);
  }

  @Route('placas.renovar_credencial')
  renewCredential({ params, persona }: ApiRequest<'placas.renovar_credencial'>) {
    return this.bus.call('placas.renovar_credencial', params, persona);
  }

  @Route('placas.revocar')
  revocar({ params, persona }: ApiRequest<'placas.revocar'>) {
    return this.bus.call('placas.revocar', params, persona);
  }

  @Route('placas.eliminar')
  eliminar({ params, persona }: ApiRequest<'placas.eliminar'>) {
    return this.bus.call('placas.eliminar', params, persona);
  }

  @Route('placas.detalle')
  detalle({ params, persona }: ApiRequest<'placas.detalle'>) {
    return this.bus.call('placas.detalle', params, persona);
  }

  @Route('placas.descartes')
  descartes({ params, persona }: ApiRequest<'placas.descartes'>) {
    return this.bus.call('placas.descartes', params, persona);
  }
}
