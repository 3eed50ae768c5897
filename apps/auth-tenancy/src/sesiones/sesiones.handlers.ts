import { HandlesCall, type CallContext } from '@acequia/bus';
import { noEncontrado, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { exigirServicio } from '../acceso.js';
import { CuentaService } from './cuenta.service.js';
import { SesionesService } from './sesiones.service.js';

@Controller()
export class SesionesHandlers {
  constructor(
    private readonly sesiones: SesionesService,
    private readonly cuenta: CuentaService,
  ) {}

  @HandlesCall('sesiones.entrar')
  entrar(request: CallRequest<'sesiones.entrar'>): Promise<CallResponse<'sesiones.entrar'>> {
    return this.sesiones.entrar(request);
  }

  @HandlesCall('sesiones.salir')
  async salir(
    { sid }: CallRequest<'sesiones.salir'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'sesiones.salir'>> {
    // A person ends the session they are in, never another's.
    if (caller.tipo === 'persona' && caller.sid !== sid) throw noEncontrado();
    await this.sesiones.salir(sid);
    return {};
  }

  @HandlesCall('sesiones.verificar')
  async verificar(
    { sesiones }: CallRequest<'sesiones.verificar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'sesiones.verificar'>> {
    exigirServicio(caller);
    return this.sesiones.verificar(sesiones);
  }

  @HandlesCall('cuenta.cambiar_clave')
  cambiarClave(
    request: CallRequest<'cuenta.cambiar_clave'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.cambiar_clave'>> {
    return this.cuenta.cambiarClave(caller, request);
  }
}
