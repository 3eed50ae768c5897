import { type CallContext, HandlesCall, HandlesEvent } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse, type EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EnergiaService } from './energia.service.js';
import { TenuresService } from './tenures.service.js';

@Controller()
export class EnergiaHandlers {
  constructor(
    private readonly energia: EnergiaService,
    private readonly tenencias: TenuresService,
  ) {}

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
    { dispositivo_id, desde, hasta }: CallRequest<'energia.entre'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'energia.entre'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.energia.entre(dispositivo_id, desde, hasta);
  }

  @HandlesEvent('dispositivo.guardado')
  async guardado({ data, at }: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.tenencias.save(tx, data, at);
  }

  @HandlesEvent('dispositivo.eliminado')
  async eliminado({ data, at }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.tenencias.eliminar(tx, data.id, at);
  }
}
