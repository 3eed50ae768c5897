import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class EnclavamientosController {
  constructor(private readonly bus: Bus) {}

  @Ruta('enclavamientos.listar')
  listar({ query, persona }: Peticion<'enclavamientos.listar'>) {
    return this.bus.call('enclavamientos.listar', query, persona);
  }

  @Ruta('enclavamientos.crear')
  crear({ body, persona }: Peticion<'enclavamientos.crear'>) {
    return this.bus.call('enclavamientos.crear', body, persona);
  }

  @Ruta('enclavamientos.actualizar')
  actualizar({ params, body, persona }: Peticion<'enclavamientos.actualizar'>) {
    return this.bus.call('enclavamientos.actualizar', { ...body, id: params.id }, persona);
  }

  @Ruta('enclavamientos.eliminar')
  eliminar({ params, persona }: Peticion<'enclavamientos.eliminar'>) {
    return this.bus.call('enclavamientos.eliminar', params, persona);
  }
}
