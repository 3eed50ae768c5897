import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class EmpresasController {
  constructor(private readonly bus: Bus) {}

  @Ruta('empresas.listar')
  listar({ persona }: Peticion<'empresas.listar'>) {
    return this.bus.call('empresas.listar', {}, persona);
  }

  @Ruta('empresas.seleccion')
  seleccion({ persona }: Peticion<'empresas.seleccion'>) {
    return this.bus.call('empresas.seleccion', {}, persona);
  }

  @Ruta('empresas.obtener')
  obtener({ params, persona }: Peticion<'empresas.obtener'>) {
    return this.bus.call('empresas.obtener', params, persona);
  }

  @Ruta('empresas.crear')
  crear({ body, persona }: Peticion<'empresas.crear'>) {
    return this.bus.call('empresas.crear', body, persona);
  }

  @Ruta('empresas.actualizar')
  actualizar({ params, body, persona }: Peticion<'empresas.actualizar'>) {
    return this.bus.call('empresas.actualizar', { ...body, id: params.id }, persona);
  }

  @Ruta('empresas.desactivar')
  desactivar({ params, persona }: Peticion<'empresas.desactivar'>) {
    return this.bus.call('empresas.desactivar', params, persona);
  }

  @Ruta('empresas.activar')
  activar({ params, persona }: Peticion<'empresas.activar'>) {
    return this.bus.call('empresas.activar', params, persona);
  }

  @Ruta('empresas.eliminar')
  eliminar({ params, persona }: Peticion<'empresas.eliminar'>) {
    return this.bus.call('empresas.eliminar', params, persona);
  }
}
