import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PreviewService } from './preview.service.js';
import { ReglasService } from './rules.service.js';

@Controller()
export class ReglasHandlers {
  constructor(
    private readonly reglas: ReglasService,
    private readonly previews: PreviewService,
  ) {}

  @HandlesCall('reglas.vista_previa')
  preview(
    request: CallRequest<'reglas.vista_previa'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'reglas.vista_previa'>> {
    return this.previews.preview(caller, request);
  }

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
