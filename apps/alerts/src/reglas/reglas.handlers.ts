import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ReglasService } from './reglas.service.js';

@Controller()
export class ReglasHandlers {
  constructor(private readonly reglas: ReglasService) {}

  @HandlesCall('reglas.listar')
  listar(
    { empresa_id }: CallRequest<'reglas.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'reglas.listar'>> {
    return this.reglas.listar(caller, empresa_id);
  }

  @HandlesCall('reglas.guardar')
  guardar(request: CallRequest<'reglas.guardar'>, { caller }: CallContext): Promise<CallResponse<'reglas.guardar'>> {
    return this.reglas.guardar(caller, request);
  }

  @HandlesCall('reglas.eliminar')
  async eliminar(
    { id }: CallRequest<'reglas.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'reglas.eliminar'>> {
    await this.reglas.eliminar(caller, id);
    return {};
  }
}
