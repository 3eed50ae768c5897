import { HandlesCall, type CallContext } from '@acequia/bus';
import { notFound, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { requireService } from '../access.js';
import { AccountService } from './account.service.js';
import { SesionesService } from './sesiones.service.js';

@Controller()
export class SesionesHandlers {
  constructor(
    private readonly sesiones: SesionesService,
    private readonly cuenta: AccountService,
  ) {}

  @HandlesCall('sesiones.entrar')
  logIn(request: CallRequest<'sesiones.entrar'>): Promise<CallResponse<'sesiones.entrar'>> {
    return this.sesiones.logIn(request);
  }

  @HandlesCall('sesiones.salir')
  async logOut(
    { sid }: CallRequest<'sesiones.salir'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'sesiones.salir'>> {
    // A person may end only the session they are using.
    if (caller.tipo === 'persona' && caller.sid !== sid) throw notFound();
    await this.sesiones.logOut(sid);
    return {};
  }

  @HandlesCall('sesiones.verificar')
  async verificar(
    { sesiones }: CallRequest<'sesiones.verificar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'sesiones.verificar'>> {
    requireService(caller);
    return this.sesiones.verificar(sesiones);
  }

  @HandlesCall('cuenta.leer')
  read(_request: CallRequest<'cuenta.leer'>, { caller }: CallContext): Promise<CallResponse<'cuenta.leer'>> {
    return this.cuenta.read(caller);
  }

  @HandlesCall('cuenta.cambiar_clave')
  changePassword(
    request: CallRequest<'cuenta.cambiar_clave'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.cambiar_clave'>> {
    return this.cuenta.changePassword(caller, request);
  }
}
