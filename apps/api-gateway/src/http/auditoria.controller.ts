import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { Peticion } from './peticion.js';
import { Ruta } from './ruta.decorator.js';

@Controller()
export class AuditoriaController {
  constructor(private readonly bus: Bus) {}

  @Ruta('auditoria.listar')
  listar({ query, persona }: Peticion<'auditoria.listar'>) {
    return this.bus.call('auditoria.listar', query, persona);
  }
}
