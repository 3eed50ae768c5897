import { SystemState } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { Route } from '../routing/route.decorator.js';

/** Read here and not in a service: it must answer while services are away. */
@Controller()
export class EstadoController {
  constructor(private readonly state: SystemState) {}

  @Route('estado.leer')
  read(_request: ApiRequest<'estado.leer'>) {
    return this.state.read();
  }

  @Route('estado.reintentar')
  async retry({ body }: ApiRequest<'estado.reintentar'>) {
    await this.state.retry(body);
    return {};
  }
}
