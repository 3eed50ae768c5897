import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class EnclavamientosController {
  constructor(private readonly bus: Bus) {}

  @Route('enclavamientos.listar')
  list({ query, persona }: ApiRequest<'enclavamientos.listar'>) {
    return this.bus.call('enclavamientos.listar', query, persona);
  }

  @Route('enclavamientos.crear')
  crear({ body, persona }: ApiRequest<'enclavamientos.crear'>) {
    return this.bus.call('enclavamientos.crear', body, persona);
  }

  @Route('enclavamientos.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'enclavamientos.actualizar'>) {
    return this.bus.call('enclavamientos.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('enclavamientos.eliminar')
  eliminar({ params, persona }: ApiRequest<'enclavamientos.eliminar'>) {
    return this.bus.call('enclavamientos.eliminar', params, persona);
  }
}
