import { Bus } from '@acequia/bus';
import { ENV } from '@acequia/service-kit';
import { Controller, Inject } from '@nestjs/common';
import type { Env } from '../env.js';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class PlacasController {
  constructor(
    private readonly bus: Bus,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Ruta('placas.listar')
  listar({ query, persona }: Peticion<'placas.listar'>) {
    return this.bus.call('placas.listar', query, persona);
  }

  /** Known to the installation, not to a service. */
  @Ruta('placas.direccion')
  direccion(_peticion: Peticion<'placas.direccion'>) {
    return Promise.resolve({ url: this.env.MQTT_PUBLIC_URL ?? null, puerto: this.env.MQTT_PORT ?? null });
  }

  @Ruta('placas.registrar')
  registrar({ body, persona }: Peticion<'placas.registrar'>) {
    return this.bus.call('placas.registrar', body, persona);
  }

  @Ruta('placas.renovar_credencial')
  renovarCredencial({ params, persona }: Peticion<'placas.renovar_credencial'>) {
    return this.bus.call('placas.renovar_credencial', params, persona);
  }

  @Ruta('placas.revocar')
  revocar({ params, persona }: Peticion<'placas.revocar'>) {
    return this.bus.call('placas.revocar', params, persona);
  }

  @Ruta('placas.eliminar')
  eliminar({ params, persona }: Peticion<'placas.eliminar'>) {
    return this.bus.call('placas.eliminar', params, persona);
  }

  @Ruta('placas.descartes')
  descartes({ params, persona }: Peticion<'placas.descartes'>) {
    return this.bus.call('placas.descartes', params, persona);
  }
}
