import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PhonesService } from './phones.service.js';

@Controller()
export class PhonesHandlers {
  constructor(private readonly phones: PhonesService) {}

  @HandlesCall('telefonos.estado')
  estado(
    _request: CallRequest<'telefonos.estado'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telefonos.estado'>> {
    return this.phones.estado(caller);
  }

  @HandlesCall('telefonos.pedir')
  pedir({ numero }: CallRequest<'telefonos.pedir'>, { caller }: CallContext): Promise<CallResponse<'telefonos.pedir'>> {
    return this.phones.pedir(caller, numero);
  }

  @HandlesCall('telefonos.confirmar')
  confirmar(
    { codigo }: CallRequest<'telefonos.confirmar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telefonos.confirmar'>> {
    return this.phones.confirmar(caller, codigo);
  }

  @HandlesCall('telefonos.quitar')
  async quitar(
    _request: CallRequest<'telefonos.quitar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telefonos.quitar'>> {
    await this.phones.remove(caller);
    return {};
  }
}
