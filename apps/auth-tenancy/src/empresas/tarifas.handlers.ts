import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { TarifasService } from './tarifas.service.js';

@Controller()
export class TarifasHandlers {
  constructor(private readonly tarifas: TarifasService) {}

  @HandlesCall('tarifas.leer')
  read(request: CallRequest<'tarifas.leer'>, { caller }: CallContext): Promise<CallResponse<'tarifas.leer'>> {
    return this.tarifas.read(caller, request);
  }

  @HandlesCall('tarifas.guardar')
  save(request: CallRequest<'tarifas.guardar'>, { caller }: CallContext): Promise<CallResponse<'tarifas.guardar'>> {
    return this.tarifas.save(caller, request);
  }
}
