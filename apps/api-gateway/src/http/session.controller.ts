import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { ApiRequest } from '../routing/api-request.js';
import { LoginQueue } from './login-queue.js';
import { Route } from '../routing/route.decorator.js';

@Controller()
export class SesionController {
  constructor(
    private readonly bus: Bus,
    private readonly logins: LoginQueue,
  ) {}

  @Route('auth.entrar')
  logIn({ body, ip, navegador }: ApiRequest<'auth.entrar'>) {
    return this.logins.run(ip, body.email, () =>
      this.bus.call('sesiones.entrar', { ...body, ip, navegador }, sistema('api-gateway')),
    );
  }

  @Route('auth.salir')
  logOut({ persona }: ApiRequest<'auth.salir'>) {
    return this.bus.call('sesiones.salir', { sid: persona.sid }, persona);
  }

  @Route('cuenta.clave')
  changePassword({ body, ip, navegador, persona }: ApiRequest<'cuenta.clave'>) {
    return this.bus.call('cuenta.cambiar_clave', { ...body, ip, navegador }, persona);
  }
}
