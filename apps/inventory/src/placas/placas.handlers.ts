import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PlacasService } from './placas.service.js';

@Controller()
export class PlacasHandlers {
  constructor(private readonly placas: PlacasService) {}

  @HandlesCall('placas.listar')
  async list(request: CallRequest<'placas.listar'>, { caller }: CallContext): Promise<CallResponse<'placas.listar'>> {
    return this.placas.list(caller, request);
  }

  @HandlesCall('placas.registrar')
  async registrar(
    request: CallRequest<'placas.registrar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.registrar'>> {
    return this.placas.registrar(caller, request);
  }

  @HandlesCall('placas.actualizar')
  async actualizar(
    { placa_id, ...cambio }: CallRequest<'placas.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.actualizar'>> {
    return this.placas.actualizar(caller, placa_id, cambio);
  }

  @HandlesCall('placas.renovar_credencial')
  async renew(
    request: CallRequest<'placas.renovar_credencial'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.renovar_credencial'>> {
    return this.placas.renewCredential(caller, request.placa_id);
  }

  @HandlesCall('placas.revocar')
  async revocar(
    request: CallRequest<'placas.revocar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.revocar'>> {
    await this.placas.revocar(caller, request.placa_id);
    return {};
  }

  @HandlesCall('placas.eliminar')
  async eliminar(
    request: CallRequest<'placas.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.eliminar'>> {
    await this.placas.eliminar(caller, request.placa_id);
    return {};
  }
}
