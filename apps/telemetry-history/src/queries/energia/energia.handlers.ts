import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { EnergiaService } from './energia.service.js';

@Controller()
export class EnergiaHandlers {
  constructor(private readonly energia: EnergiaService) {}

  @HandlesCall('energia.serie')
  serie(request: CallRequest<'energia.serie'>, { caller }: CallContext): Promise<CallResponse<'energia.serie'>> {
    return this.energia.serie(caller, request);
  }

  @HandlesCall('energia.dias')
  dias(request: CallRequest<'energia.dias'>, { caller }: CallContext): Promise<CallResponse<'energia.dias'>> {
    return this.energia.dias(caller, request.dispositivo_id, request);
  }

  /** For services only: automation asks what a meter counted during a turn. */
  @HandlesCall('energia.entre')
  entre(
    { dispositivo_id, desde, hasta, cortes }: CallRequest<'energia.entre'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'energia.entre'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.energia.between(dispositivo_id, desde, hasta, cortes);
  }

  /** For services only: alerts asks what a meter counted at each price. */
  @HandlesCall('energia.tramos')
  tramos(
    { dispositivo_id, limites }: CallRequest<'energia.tramos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'energia.tramos'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.energia.tramos(caller, dispositivo_id, limites);
  }

  /** For services only: alerts asks for the peaks of a month. */
  @HandlesCall('energia.demanda')
  demanda(
    { dispositivos, limites }: CallRequest<'energia.demanda'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'energia.demanda'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.energia.demanda(caller, dispositivos, limites);
  }
}
