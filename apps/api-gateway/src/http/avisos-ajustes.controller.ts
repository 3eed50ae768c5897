import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

/** When somebody is alarmed, and by which way. */
@Controller()
export class AvisosAjustesController {
  constructor(private readonly bus: Bus) {}

  @Ruta('avisos.reglas')
  reglas({ query, persona }: Peticion<'avisos.reglas'>) {
    return this.bus.call('reglas.listar', query, persona);
  }

  @Ruta('avisos.guardar_regla')
  guardarRegla({ body, persona }: Peticion<'avisos.guardar_regla'>) {
    return this.bus.call('reglas.guardar', body, persona);
  }

  @Ruta('avisos.eliminar_regla')
  eliminarRegla({ params, persona }: Peticion<'avisos.eliminar_regla'>) {
    return this.bus.call('reglas.eliminar', params, persona);
  }

  @Ruta('avisos.canales')
  canales({ query, persona }: Peticion<'avisos.canales'>) {
    return this.bus.call('canales.listar', query, persona);
  }

  @Ruta('avisos.agregar_canal')
  agregarCanal({ body, persona }: Peticion<'avisos.agregar_canal'>) {
    return this.bus.call('canales.crear', body, persona);
  }

  @Ruta('avisos.eliminar_canal')
  eliminarCanal({ params, persona }: Peticion<'avisos.eliminar_canal'>) {
    return this.bus.call('canales.eliminar', params, persona);
  }

  @Ruta('empresas.probar_telegram')
  probarTelegram({ params, body, persona }: Peticion<'empresas.probar_telegram'>) {
    return this.bus.call('telegram.probar', { ...body, empresa_id: params.id }, persona);
  }

  @Ruta('usuarios.vincular_telegram')
  vincularTelegram({ persona }: Peticion<'usuarios.vincular_telegram'>) {
    return this.bus.call('telegram.vincular', {}, persona);
  }

  @Ruta('usuarios.desvincular_telegram')
  desvincularTelegram({ persona }: Peticion<'usuarios.desvincular_telegram'>) {
    return this.bus.call('telegram.desvincular', {}, persona);
  }
}
