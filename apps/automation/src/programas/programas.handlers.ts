import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PreviewService } from './preview.service.js';
import { ProgramasService } from './programas.service.js';

@Controller()
export class ProgramasHandlers {
  constructor(
    private readonly programas: ProgramasService,
    private readonly previews: PreviewService,
  ) {}

  @HandlesCall('programas.listar')
  list(
    { empresa_id }: CallRequest<'programas.listar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.listar'>> {
    return this.programas.list(caller, empresa_id);
  }

  @HandlesCall('programas.crear')
  crear(
    { clave, ...request }: CallRequest<'programas.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.crear'>> {
    return this.programas.crear(caller, request, clave);
  }

  @HandlesCall('programas.actualizar')
  actualizar(
    { id, ...request }: CallRequest<'programas.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.actualizar'>> {
    return this.programas.actualizar(caller, id, request);
  }

  @HandlesCall('programas.eliminar')
  async eliminar(
    { id }: CallRequest<'programas.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.eliminar'>> {
    await this.programas.eliminar(caller, id);
    return {};
  }

  @HandlesCall('programas.sin_planear')
  unplanned(): Promise<CallResponse<'programas.sin_planear'>> {
    return this.programas.unplanned();
  }

  @HandlesCall('programas.vista_previa')
  preview(
    request: CallRequest<'programas.vista_previa'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.vista_previa'>> {
    return this.previews.of(caller, request);
  }
}
