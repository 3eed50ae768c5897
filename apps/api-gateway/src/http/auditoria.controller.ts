import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { Route } from './route.decorator.js';

@Controller()
export class AuditoriaController {
  constructor(private readonly bus: Bus) {}

  @Route('auditoria.listar')
  list({ query, persona }: ApiRequest<'auditoria.listar'>) {
    return this.bus.call('auditoria.listar', query, persona);
  }
}
