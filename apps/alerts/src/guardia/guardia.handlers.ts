import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PlatformAcks } from '../sms/platform-acks.js';
import { GuardiaService } from './guardia.service.js';

@Controller()
export class GuardiaHandlers {
  constructor(
    private readonly guardia: GuardiaService,
    private readonly acks: PlatformAcks,
  ) {}

  @HandlesCall('guardia.leer')
  read({ empresa_id }: CallRequest<'guardia.leer'>, { caller }: CallContext): Promise<CallResponse<'guardia.leer'>> {
    return this.guardia.read(caller, empresa_id);
  }

  @HandlesCall('guardia.turno')
  onDuty(
    { empresa_id }: CallRequest<'guardia.turno'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'guardia.turno'>> {
    return this.guardia.onDuty(caller, empresa_id);
  }

  @HandlesCall('guardia.guardar')
  save(request: CallRequest<'guardia.guardar'>, { caller }: CallContext): Promise<CallResponse<'guardia.guardar'>> {
    return this.guardia.save(caller, request);
  }

  @HandlesCall('guardia.cambiar')
  exchange(request: CallRequest<'guardia.cambiar'>, { caller }: CallContext): Promise<CallResponse<'guardia.cambiar'>> {
    return this.guardia.exchange(caller, request);
  }

  @HandlesCall('guardia.condiciones')
  told(
    _request: CallRequest<'guardia.condiciones'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'guardia.condiciones'>> {
    return this.acks.list(caller);
  }

  @HandlesCall('guardia.reconocer')
  acknowledge(
    { condicion }: CallRequest<'guardia.reconocer'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'guardia.reconocer'>> {
    return this.acks.acknowledge(caller, condicion);
  }
}
