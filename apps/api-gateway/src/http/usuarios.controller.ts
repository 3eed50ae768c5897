import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class UsuariosController {
  constructor(private readonly bus: Bus) {}

  @Ruta('usuarios.listar')
  listar({ query, persona }: Peticion<'usuarios.listar'>) {
    return this.bus.call('usuarios.listar', query, persona);
  }

  @Ruta('usuarios.crear')
  crear({ body, persona }: Peticion<'usuarios.crear'>) {
    return this.bus.call('usuarios.crear', body, persona);
  }

  @Ruta('usuarios.actualizar')
  actualizar({ params, body, persona }: Peticion<'usuarios.actualizar'>) {
    return this.bus.call('usuarios.actualizar', { ...body, id: params.id }, persona);
  }

  @Ruta('usuarios.suspender')
  suspender({ params, persona }: Peticion<'usuarios.suspender'>) {
    return this.bus.call('usuarios.suspender', params, persona);
  }

  @Ruta('usuarios.reactivar')
  reactivar({ params, persona }: Peticion<'usuarios.reactivar'>) {
    return this.bus.call('usuarios.reactivar', params, persona);
  }

  @Ruta('usuarios.eliminar')
  eliminar({ params, persona }: Peticion<'usuarios.eliminar'>) {
    return this.bus.call('usuarios.eliminar', params, persona);
  }
}
