import { HandlesCall, type CallContext, JsonAnswer } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { EmpresasService } from './empresas.service.js';

@Controller()
export class EmpresasHandlers {
  constructor(private readonly empresas: EmpresasService) {}

  @HandlesCall('empresas.listar')
  async list(
    request: CallRequest<'empresas.listar'>,
    { caller }: CallContext,
  ): Promise<JsonAnswer<CallResponse<'empresas.listar'>>> {
    return new JsonAnswer(await this.empresas.list(caller, request));
  }

  @HandlesCall('empresas.seleccion')
  selection(
    _request: CallRequest<'empresas.seleccion'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.seleccion'>> {
    return this.empresas.selection(caller);
  }

  @HandlesCall('empresas.obtener')
  get({ id }: CallRequest<'empresas.obtener'>, { caller }: CallContext): Promise<CallResponse<'empresas.obtener'>> {
    return this.empresas.get(caller, id);
  }

  @HandlesCall('empresas.ficha')
  profile({ id }: CallRequest<'empresas.ficha'>, { caller }: CallContext): Promise<CallResponse<'empresas.ficha'>> {
    return this.empresas.profile(caller, id);
  }

  @HandlesCall('empresas.existe')
  async exists(
    { id }: CallRequest<'empresas.existe'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.existe'>> {
    return { existe: (await this.empresas.exists(caller, id)) ? 1 : 0 };
  }

  @HandlesCall('empresas.crear')
  crear(request: CallRequest<'empresas.crear'>, { caller }: CallContext): Promise<CallResponse<'empresas.crear'>> {
    return this.empresas.crear(caller, request);
  }

  @HandlesCall('empresas.actualizar')
  actualizar(
    request: CallRequest<'empresas.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.actualizar'>> {
    return this.empresas.actualizar(caller, request);
  }

  @HandlesCall('empresas.activar')
  activar({ id }: CallRequest<'empresas.activar'>, { caller }: CallContext): Promise<CallResponse<'empresas.activar'>> {
    return this.empresas.activar(caller, id);
  }

  @HandlesCall('empresas.desactivar')
  desactivar(
    { id }: CallRequest<'empresas.desactivar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.desactivar'>> {
    return this.empresas.desactivar(caller, id);
  }

  @HandlesCall('empresas.eliminar')
  async eliminar(
    { id }: CallRequest<'empresas.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.eliminar'>> {
    await this.empresas.eliminar(caller, id);
    return {};
  }
}
