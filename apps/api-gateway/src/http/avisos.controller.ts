import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class AvisosController {
  constructor(private readonly bus: Bus) {}

  @Ruta('avisos.listar')
  listar({ query, persona }: Peticion<'avisos.listar'>) {
    return this.bus.call('avisos.listar', query, persona);
  }

  @Ruta('avisos.reconocer_varios')
  reconocerVarios({ body, persona }: Peticion<'avisos.reconocer_varios'>) {
    return this.bus.call('avisos.reconocer_varios', body, persona);
  }

  @Ruta('avisos.reconocer')
  reconocer({ params, body, persona }: Peticion<'avisos.reconocer'>) {
    return this.bus.call('avisos.reconocer', { ...body, id: params.id }, persona);
  }

  @Ruta('avisos.entregas')
  entregas({ params, persona }: Peticion<'avisos.entregas'>) {
    return this.bus.call('avisos.entregas', params, persona);
  }

  @Ruta('avisos.silencios')
  silencios({ query, persona }: Peticion<'avisos.silencios'>) {
    return this.bus.call('silencios.listar', query, persona);
  }

  @Ruta('avisos.silenciar')
  silenciar({ body, persona }: Peticion<'avisos.silenciar'>) {
    return this.bus.call('silencios.crear', body, persona);
  }

  @Ruta('avisos.eliminar_silencio')
  eliminarSilencio({ params, persona }: Peticion<'avisos.eliminar_silencio'>) {
    return this.bus.call('silencios.eliminar', params, persona);
  }
}
