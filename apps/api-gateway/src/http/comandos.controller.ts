import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class ComandosController {
  constructor(private readonly bus: Bus) {}

  @Route('comandos.listar')
  list({ query, persona }: ApiRequest<'comandos.listar'>) {
    return this.bus.call('comandos.listar', query, persona);
  }
}
