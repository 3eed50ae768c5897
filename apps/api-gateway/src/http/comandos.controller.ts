import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class ComandosController {
  constructor(private readonly bus: Bus) {}

  @Ruta('comandos.listar')
  listar({ query, persona }: Peticion<'comandos.listar'>) {
    return this.bus.call('comandos.listar', query, persona);
  }
}
