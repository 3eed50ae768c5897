import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PuntosSeriesService } from './puntos-series.service.js';
import { PuntosService } from './puntos.service.js';

@Controller()
export class PuntosHandlers {
  constructor(
    private readonly puntos: PuntosService,
    private readonly series: PuntosSeriesService,
  ) {}

  @HandlesCall('puntos.serie')
  serie(request: CallRequest<'puntos.serie'>, { caller }: CallContext): Promise<CallResponse<'puntos.serie'>> {
    return this.series.serie(caller, request);
  }

  /** For services only: device-gateway asks before it takes values of programs. */
  @HandlesCall('puntos.guardados')
  async stored(
    { tiempos }: CallRequest<'puntos.guardados'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.guardados'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.puntos.stored(tiempos);
  }

  /** For services only: automation asks what a meter counted during a turn. */
  @HandlesCall('puntos.entre')
  async entre(
    { punto_id, desde, hasta, hasta_ultimo }: CallRequest<'puntos.entre'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.entre'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.puntos.between(punto_id, desde, hasta, hasta_ultimo);
  }
}
