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
    const { MQTT_PUBLIC_URL: url = null, MQTT_PORT: puerto = null } = this.env;
    return Promise.resolve({ url, puerto, broker_externo: puerto === null ? (1 as const) : (0 as const) });
  }

  @Ruta('placas.registrar')
  registrar({ body, persona }: Peticion<'placas.registrar'>) {
    return this.bus.call('placas.registrar', body, persona);
  }

  @Ruta('placas.actualizar')
  actualizar({ params, body, persona }: Peticion<'placas.actualizar'>) {
    return this.bus.call('placas.actualizar', { ...body, ...params }, persona);
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
