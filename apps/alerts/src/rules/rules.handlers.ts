import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ReglasService } from './rules.service.js';

@Controller()
export class ReglasHandlers {
  constructor(private readonly reglas: ReglasService) {}

  @HandlesCall('reglas.listar')
  list({ empresa_id }: CallRequest<'reglas.listar'>, { caller }: CallContext): Promise<CallResponse<'reglas.listar'>> {
    return this.reglas.list(caller, empresa_id);
  }

  @HandlesCall('reglas.guardar')
  save(request: CallRequest<'reglas.guardar'>, { caller }: CallContext): Promise<CallResponse<'reglas.guardar'>> {
    return this.reglas.save(caller, request);
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
