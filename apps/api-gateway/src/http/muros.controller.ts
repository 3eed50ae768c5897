import { Bus } from '@acequia/bus';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { MuroService } from './muro.service.js';
import { Route } from './route.decorator.js';

@Controller()
export class MurosController {
  constructor(
    private readonly bus: Bus,
    private readonly muro: MuroService,
  ) {}

  @Route('muros.listar')
  list({ query, persona }: ApiRequest<'muros.listar'>) {
    return this.bus.call('muros.listar', query, persona);
  }

  @Route('muros.crear')
  create({ body, persona }: ApiRequest<'muros.crear'>) {
    return this.bus.call('muros.crear', body, persona);
  }

  @Route('muros.revocar')
  revoke({ params, persona }: ApiRequest<'muros.revocar'>) {
    return this.bus.call('muros.revocar', params, persona);
  }

  @Route('muro.leer')
  read({ muro, ip }: ApiRequest<'muro.leer'>) {
    return this.muro.read(muro, ip);
  }

  @Route('situacion.pulso')
  pulse({ query, persona }: ApiRequest<'situacion.pulso'>) {
    return this.bus.call('situacion.pulso', query, persona);
  }
}
