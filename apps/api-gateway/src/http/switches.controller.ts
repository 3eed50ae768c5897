import { Bus } from '@acequia/bus';
import type { AccionComando } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class SwitchesController {
  constructor(private readonly bus: Bus) {}

  @Ruta('switches.listar')
  listar({ query, persona }: Peticion<'switches.listar'>) {
    return this.bus.call('switches.listar', query, persona);
  }

  @Ruta('switches.guardar_lote')
  guardarLote({ body, persona }: Peticion<'switches.guardar_lote'>) {
    return this.bus.call('switches.guardar_lote', body, persona);
  }

  @Ruta('switches.panel')
  panel({ query, persona }: Peticion<'switches.panel'>) {
    return this.bus.call('switches.panel', query, persona);
  }

  @Ruta('switches.de_usuario')
  deUsuario({ query, persona }: Peticion<'switches.de_usuario'>) {
    return this.bus.call('switches.de_usuario', query, persona);
  }

  @Ruta('switches.eliminar')
  eliminar({ params, persona }: Peticion<'switches.eliminar'>) {
    return this.bus.call('switches.eliminar', params, persona);
  }

  @Ruta('switches.encender')
  encender(peticion: Peticion<'switches.encender'>) {
    return this.comandar('on', peticion);
  }

  @Ruta('switches.apagar')
  apagar(peticion: Peticion<'switches.apagar'>) {
    return this.comandar('off', peticion);
  }

  @Ruta('switches.bloqueos')
  bloqueos({ query, persona }: Peticion<'switches.bloqueos'>) {
    return this.bus.call('switches.bloqueos', query, persona);
  }

  @Ruta('switches.bloquear')
  bloquear({ params, body, persona }: Peticion<'switches.bloquear'>) {
    return this.bus.call('switches.bloquear', { ...body, id: params.id }, persona);
  }

  @Ruta('switches.desbloquear')
  desbloquear({ params, persona }: Peticion<'switches.desbloquear'>) {
    return this.bus.call('switches.desbloquear', params, persona);
  }

  private async comandar(accion: AccionComando, pedido: Peticion<'switches.encender' | 'switches.apagar'>) {
    const { params, body, clave, persona, ip, navegador } = pedido;
    return this.bus.call('switches.comandar', { id: params.id, accion, ...body, clave, ip, navegador }, persona);
  }
}
