import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DispositivosService } from './dispositivos.service.js';

@Controller()
export class DispositivosHandlers {
  constructor(private readonly dispositivos: DispositivosService) {}

  @HandlesCall('dispositivos.listar')
  async list(
    request: CallRequest<'dispositivos.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.listar'>> {
    return this.dispositivos.list(caller, request);
  }

  @HandlesCall('dispositivos.de_usuario')
  async deUsuario(
    request: CallRequest<'dispositivos.de_usuario'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.de_usuario'>> {
    return this.dispositivos.ofUsuario(caller, request.usuario_id);
  }

  @HandlesCall('dispositivos.obtener')
  async get(
    { id }: CallRequest<'dispositivos.obtener'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.obtener'>> {
    return this.dispositivos.get(caller, id);
  }

  @HandlesCall('dispositivos.crear')
  async crear(
    request: CallRequest<'dispositivos.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.crear'>> {
    return this.dispositivos.crear(caller, request);
  }

  @HandlesCall('dispositivos.actualizar')
  async actualizar(
    { id, ...cambio }: CallRequest<'dispositivos.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.actualizar'>> {
    return this.dispositivos.actualizar(caller, id, cambio);
  }

  @HandlesCall('dispositivos.suspender')
  async suspender(
    { id }: CallRequest<'dispositivos.suspender'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.suspender'>> {
    return this.dispositivos.suspender(caller, id);
  }

  @HandlesCall('dispositivos.reactivar')
  async reactivar(
    { id }: CallRequest<'dispositivos.reactivar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.reactivar'>> {
    return this.dispositivos.reactivar(caller, id);
  }

  @HandlesCall('dispositivos.eliminar')
  async eliminar(
    { id }: CallRequest<'dispositivos.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.eliminar'>> {
    await this.dispositivos.eliminar(caller, id);
    return {};
  }
}
