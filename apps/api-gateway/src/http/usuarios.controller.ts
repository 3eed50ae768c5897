import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class UsuariosController {
  constructor(private readonly bus: Bus) {}

  @Route('usuarios.listar')
  list({ query, persona }: ApiRequest<'usuarios.listar'>) {
    return this.bus.call('usuarios.listar', query, persona);
  }

  @Route('usuarios.crear')
  crear({ body, persona }: ApiRequest<'usuarios.crear'>) {
    return this.bus.call('usuarios.crear', body, persona);
  }

  @Route('usuarios.actualizar')
  actualizar({ params, body, persona }: ApiRequest<'usuarios.actualizar'>) {
    return this.bus.call('usuarios.actualizar', { ...body, id: params.id }, persona);
  }

  @Route('usuarios.suspender')
  suspender({ params, persona }: ApiRequest<'usuarios.suspender'>) {
    return this.bus.call('usuarios.suspender', params, persona);
  }

  @Route('usuarios.reactivar')
  reactivar({ params, persona }: ApiRequest<'usuarios.reactivar'>) {
    return this.bus.call('usuarios.reactivar', params, persona);
  }

  @Route('usuarios.eliminar')
  eliminar({ params, persona }: ApiRequest<'usuarios.eliminar'>) {
    return this.bus.call('usuarios.eliminar', params, persona);
  }
}
