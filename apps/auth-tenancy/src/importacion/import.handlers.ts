import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ImportService } from './import.service.js';

@Controller()
export class ImportHandlers {
  constructor(private readonly imports: ImportService) {}

  @HandlesCall('importacion.hacer')
  import(
    request: CallRequest<'importacion.hacer'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'importacion.hacer'>> {
    return this.imports.import(caller, request);
  }
}
