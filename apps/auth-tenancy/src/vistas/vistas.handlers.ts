import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { VistasService } from './vistas.service.js';

@Controller()
export class VistasHandlers {
  constructor(private readonly vistas: VistasService) {}

  @HandlesCall('vistas.leer')
  read(_request: CallRequest<'vistas.leer'>, { caller }: CallContext): Promise<CallResponse<'vistas.leer'>> {
    return this.vistas.read(caller);
  }

  @HandlesCall('vistas.guardar')
  save(request: CallRequest<'vistas.guardar'>, { caller }: CallContext): Promise<CallResponse<'vistas.guardar'>> {
    return this.vistas.save(caller, request);
  }
}
