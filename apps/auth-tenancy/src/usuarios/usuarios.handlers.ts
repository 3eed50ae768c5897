import { HandlesCall, type CallContext, JsonAnswer } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { requireService } from '../access.js';
import { UsuariosService } from './usuarios.service.js';

@Controller()
export class UsuariosHandlers {
  constructor(private readonly usuarios: UsuariosService) {}

  @HandlesCall('usuarios.listar')
  async list(
    request: CallRequest<'usuarios.listar'>,
    { caller }: CallContext,
  ): Promise<JsonAnswer<CallResponse<'usuarios.listar'>>> {
    return new JsonAnswer(await this.usuarios.list(caller, request));
  }

  @HandlesCall('usuarios.crear')
  crear(request: CallRequest<'usuarios.crear'>, { caller }: CallContext): Promise<CallResponse<'usuarios.crear'>> {
    return this.usuarios.crear(caller, request);
  }

  @HandlesCall('usuarios.actualizar')
  actualizar(
    request: CallRequest<'usuarios.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.actualizar'>> {
    return this.usuarios.actualizar(caller, request);
  }

  @HandlesCall('usuarios.nombre')
  async nombre(
    { id }: CallRequest<'usuarios.nombre'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.nombre'>> {
    requireService(caller);
    return { nombre: await this.usuarios.nombre(caller, id) };
  }

  @HandlesCall('usuarios.nombres')
  names({ ids }: CallRequest<'usuarios.nombres'>, { caller }: CallContext): Promise<CallResponse<'usuarios.nombres'>> {
    requireService(caller);
    return this.usuarios.names(caller, ids);
  }

  @HandlesCall('usuarios.suspender')
  suspender(
    { id }: CallRequest<'usuarios.suspender'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.suspender'>> {
    return this.usuarios.suspender(caller, id);
  }

  @HandlesCall('usuarios.reactivar')
  reactivar(
    { id }: CallRequest<'usuarios.reactivar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.reactivar'>> {
    return this.usuarios.reactivar(caller, id);
  }

  @HandlesCall('usuarios.eliminar')
  async eliminar(
    { id }: CallRequest<'usuarios.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.eliminar'>> {
    await this.usuarios.eliminar(caller, id);
    return {};
  }
}
