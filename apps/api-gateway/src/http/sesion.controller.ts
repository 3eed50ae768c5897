import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class SesionController {
  constructor(private readonly bus: Bus) {}

  @Ruta('auth.entrar')
  entrar({ body, ip, navegador }: Peticion<'auth.entrar'>) {
    return this.bus.call('sesiones.entrar', { ...body, ip, navegador }, sistema('api-gateway'));
  }

  @Ruta('auth.salir')
  salir({ persona }: Peticion<'auth.salir'>) {
    return this.bus.call('sesiones.salir', { sid: persona.sid }, persona);
  }

  @Ruta('cuenta.clave')
  cambiarClave({ body, ip, navegador, persona }: Peticion<'cuenta.clave'>) {
    return this.bus.call('cuenta.cambiar_clave', { ...body, ip, navegador }, persona);
  }
}
