import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class DispositivosController {
  constructor(private readonly bus: Bus) {}

  @Ruta('dispositivos.listar')
  listar({ query, persona }: Peticion<'dispositivos.listar'>) {
    return this.bus.call('dispositivos.listar', query, persona);
  }

  @Ruta('dispositivos.de_usuario')
  deUsuario({ query, persona }: Peticion<'dispositivos.de_usuario'>) {
    return this.bus.call('dispositivos.de_usuario', query, persona);
  }

  @Ruta('dispositivos.crear')
  crear({ body, persona }: Peticion<'dispositivos.crear'>) {
    return this.bus.call('dispositivos.crear', body, persona);
  }

  @Ruta('dispositivos.actualizar')
  actualizar({ params, body, persona }: Peticion<'dispositivos.actualizar'>) {
    return this.bus.call('dispositivos.actualizar', { ...body, id: params.id }, persona);
  }

  @Ruta('dispositivos.suspender')
  suspender({ params, persona }: Peticion<'dispositivos.suspender'>) {
    return this.bus.call('dispositivos.suspender', params, persona);
  }

  @Ruta('dispositivos.reactivar')
  reactivar({ params, persona }: Peticion<'dispositivos.reactivar'>) {
    return this.bus.call('dispositivos.reactivar', params, persona);
  }

  @Ruta('dispositivos.eliminar')
  eliminar({ params, persona }: Peticion<'dispositivos.eliminar'>) {
    return this.bus.call('dispositivos.eliminar', params, persona);
  }
}
