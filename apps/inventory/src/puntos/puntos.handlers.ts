import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ArrivingService } from './arriving.service.js';
import { PuntosService } from './puntos.service.js';

@Controller()
export class PuntosHandlers {
  constructor(
    private readonly puntos: PuntosService,
    private readonly arriving: ArrivingService,
  ) {}

  @HandlesCall('puntos.listar')
  async list(request: CallRequest<'puntos.listar'>, { caller }: CallContext): Promise<CallResponse<'puntos.listar'>> {
    return this.puntos.list(caller, request);
  }

  @HandlesCall('puntos.sin_usar')
  async unused(
    request: CallRequest<'puntos.sin_usar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.sin_usar'>> {
    return this.arriving.unused(caller, request);
  }

  @HandlesCall('puntos.crear')
  async crear(request: CallRequest<'puntos.crear'>, { caller }: CallContext): Promise<CallResponse<'puntos.crear'>> {
    return this.puntos.crear(caller, request);
  }

  @HandlesCall('puntos.actualizar')
  async actualizar(
    { id, ...request }: CallRequest<'puntos.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.actualizar'>> {
    return this.puntos.actualizar(caller, id, request);
  }

  @HandlesCall('puntos.eliminar')
  async eliminar(
    { id }: CallRequest<'puntos.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.eliminar'>> {
    await this.puntos.eliminar(caller, id);
    return {};
  }
}
