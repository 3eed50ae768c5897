import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class EmpresasController {
  constructor(private readonly bus: Bus) {}

  @Route('empresas.listar')
  list({ persona }: ApiRequest<'empresas.listar'>) {
    return this.bus.call('empresas.listar', {}, persona);
  }

  @Route('empresas.seleccion')
  selection({ persona }: ApiRequest<'empresas.seleccion'>) {
    return this.bus.call('empresas.seleccion', {}, persona);
  }

  @Route('empresas.obtener')
  get({ params, persona }: ApiRequest<'empresas.obtener'>) {
    return this.bus.call('empresas.obtener', params, persona);
  }

  @Route('empresas.crear')
  crear({ body, persona }: ApiRequest<'empresas.crear'>) {
    return this.bus.call('empresas.crear', body, persona);
  }

  @Route('empresas.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'empresas.actualizar'>) {
    return this.bus.call('empresas.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('empresas.desactivar')
  desactivar({ params, persona }: ApiRequest<'empresas.desactivar'>) {
    return this.bus.call('empresas.desactivar', params, persona);
  }

  @Route('empresas.activar')
  activar({ params, persona }: ApiRequest<'empresas.activar'>) {
    return this.bus.call('empresas.activar', params, persona);
  }

  @Route('empresas.eliminar')
  eliminar({ params, persona }: ApiRequest<'empresas.eliminar'>) {
    return this.bus.call('empresas.eliminar', params, persona);
  }
}
