import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class ProgramasController {
  constructor(private readonly bus: Bus) {}

  @Ruta('programas.listar')
  listar({ query, persona }: Peticion<'programas.listar'>) {
    return this.bus.call('programas.listar', query, persona);
  }

  @Ruta('programas.crear')
  crear({ body, persona }: Peticion<'programas.crear'>) {
    return this.bus.call('programas.crear', body, persona);
  }

  @Ruta('programas.vista_previa')
  vistaPrevia({ body, persona }: Peticion<'programas.vista_previa'>) {
    return this.bus.call('programas.vista_previa', body, persona);
  }

  @Ruta('turnos.listar')
  turnos({ query, persona }: Peticion<'turnos.listar'>) {
    return this.bus.call('turnos.listar', query, persona);
  }

  @Ruta('turnos.detener')
  detener({ params, clave, ip, navegador, persona }: Peticion<'turnos.detener'>) {
    return this.bus.call('turnos.detener', { ...params, clave, ip, navegador }, persona);
  }

  @Ruta('turnos.alargar')
  alargar({ params, body, clave, persona }: Peticion<'turnos.alargar'>) {
    return this.bus.call('turnos.alargar', { ...params, ...body, clave }, persona);
  }

  @Ruta('programas.actualizar')
  actualizar({ params, body, persona }: Peticion<'programas.actualizar'>) {
    return this.bus.call('programas.actualizar', { ...body, id: params.id }, persona);
  }

  @Ruta('programas.eliminar')
  eliminar({ params, persona }: Peticion<'programas.eliminar'>) {
    return this.bus.call('programas.eliminar', params, persona);
  }

  @Ruta('programas.ejecutar')
  ejecutar({ params, clave, persona }: Peticion<'programas.ejecutar'>) {
    return this.bus.call('programas.ejecutar', { id: params.id, clave }, persona);
  }

  @Ruta('programas.omitir')
  omitir({ params, clave, persona }: Peticion<'programas.omitir'>) {
    return this.bus.call('programas.omitir', { id: params.id, clave }, persona);
  }

  @Ruta('programas.pausar')
  pausar({ params, clave, persona }: Peticion<'programas.pausar'>) {
    return this.bus.call('programas.pausar', { id: params.id, clave }, persona);
  }

  @Ruta('programas.reanudar')
  reanudar({ params, clave, persona }: Peticion<'programas.reanudar'>) {
    return this.bus.call('programas.reanudar', { id: params.id, clave }, persona);
  }

  @Ruta('no_regar.listar')
  noRegar({ query, persona }: Peticion<'no_regar.listar'>) {
    return this.bus.call('no_regar.listar', query, persona);
  }

  @Ruta('no_regar.crear')
  crearNoRegar({ body, persona }: Peticion<'no_regar.crear'>) {
    return this.bus.call('no_regar.crear', body, persona);
  }

  @Ruta('no_regar.eliminar')
  eliminarNoRegar({ params, persona }: Peticion<'no_regar.eliminar'>) {
    return this.bus.call('no_regar.eliminar', params, persona);
  }
}
