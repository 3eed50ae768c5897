import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ProteccionesService } from './protecciones.service.js';

@Controller()
export class ProteccionesHandlers {
  constructor(private readonly protecciones: ProteccionesService) {}

  @HandlesCall('protecciones.listar')
  async list(
    { empresa_id }: CallRequest<'protecciones.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.listar'>> {
    return this.protecciones.list(caller, empresa_id);
  }

  @HandlesCall('protecciones.crear')
  async crear(
    request: CallRequest<'protecciones.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.crear'>> {
    return this.protecciones.crear(caller, request);
  }

  @HandlesCall('protecciones.actualizar')
  async actualizar(
    { id, ...request }: CallRequest<'protecciones.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.actualizar'>> {
    return this.protecciones.actualizar(caller, id, request);
  }

  @HandlesCall('protecciones.omitir')
  async bypass(
    { id, minutos }: CallRequest<'protecciones.omitir'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.omitir'>> {
    return this.protecciones.bypass(caller, id, minutos);
  }

  @HandlesCall('protecciones.soltar')
  async letGo(
    { id }: CallRequest<'protecciones.soltar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.soltar'>> {
    return this.protecciones.letGo(caller, id);
  }

  @HandlesCall('protecciones.eliminar')
  async eliminar(
    { id }: CallRequest<'protecciones.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.eliminar'>> {
    await this.protecciones.eliminar(caller, id);
    return {};
  }
}
