import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ImportService } from './import.service.js';

@Controller()
export class ImportHandlers {
  constructor(private readonly imports: ImportService) {}

  @HandlesCall('inventario.importar')
  import(
    request: CallRequest<'inventario.importar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.importar'>> {
    return this.imports.import(caller, request);
  }

  @HandlesCall('inventario.deshacer_importacion')
  async undo(
    request: CallRequest<'inventario.deshacer_importacion'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.deshacer_importacion'>> {
    await this.imports.undo(caller, request);
    return {};
  }
}
