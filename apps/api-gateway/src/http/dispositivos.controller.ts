import { Bus } from '@acequia/bus';
import type { AccionComando } from '@acequia/contracts';
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

  @Ruta('dispositivos.encender')
  encender(peticion: Peticion<'dispositivos.encender'>) {
    return this.comandar('on', peticion);
  }

  @Ruta('dispositivos.apagar')
  apagar(peticion: Peticion<'dispositivos.apagar'>) {
    return this.comandar('off', peticion);
  }

  @Ruta('dispositivos.metricas')
  metricas({ params, persona }: Peticion<'dispositivos.metricas'>) {
    return this.bus.call('dispositivos.metricas', params, persona);
  }

  @Ruta('monitor.en_vivo')
  enVivo({ params, query, persona }: Peticion<'monitor.en_vivo'>) {
    return this.bus.call('dispositivos.en_vivo', { id: params.id, forzar: query.nocache === '1' }, persona);
  }

  private comandar(
    accion: AccionComando,
    pedido: Pick<Peticion<'dispositivos.encender'>, 'params' | 'persona' | 'ip' | 'navegador'>,
  ) {
    const { params, persona, ip, navegador } = pedido;
    return this.bus.call('dispositivos.comandar', { id: params.id, accion, ip, navegador }, persona);
  }
}
