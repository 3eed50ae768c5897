import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { EnclavamientosService } from './enclavamientos.service.js';

@Controller()
export class EnclavamientosHandlers {
  constructor(private readonly enclavamientos: EnclavamientosService) {}

  @HandlesCall('enclavamientos.listar')
  async list(
    request: CallRequest<'enclavamientos.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'enclavamientos.listar'>> {
    return this.enclavamientos.list(caller, request.empresa_id);
  }

  @HandlesCall('enclavamientos.crear')
  async crear(
    request: CallRequest<'enclavamientos.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'enclavamientos.crear'>> {
    return this.enclavamientos.crear(caller, request);
  }

  @HandlesCall('enclavamientos.actualizar')
  async actualizar(
    { id, ...request }: CallRequest<'enclavamientos.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'enclavamientos.actualizar'>> {
    return this.enclavamientos.actualizar(caller, id, request);
  }

  @HandlesCall('enclavamientos.eliminar')
  async eliminar(
    { id }: CallRequest<'enclavamientos.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'enclavamientos.eliminar'>> {
    await this.enclavamientos.eliminar(caller, id);
    return {};
  }
}
