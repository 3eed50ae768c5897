import { ENV } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { Env } from '../env.js';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class PlacasController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /** Answered here: the broker's address is a setting of the installation, no service knows it. */
  @Route('placas.direccion')
  direccion(_apiRequest: ApiRequest<'placas.direccion'>) {
    const { MQTT_PUBLIC_URL: url = null, MQTT_PORT: puerto = null } = this.env;
    return Promise.resolve({ url, puerto, broker_externo: puerto === null ? (1 as const) : (0 as const) });
  }
}
