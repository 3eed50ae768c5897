import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { EncendidoService } from './encendido.service.js';
import { HistoryService } from './history.service.js';

@Controller()
export class HistoryHandlers {
  constructor(
    private readonly history: HistoryService,
    private readonly encendido: EncendidoService,
  ) {}

  @HandlesCall('historial.puntos')
  points(
    { switch_id, limit }: CallRequest<'historial.puntos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'historial.puntos'>> {
    return this.history.points(caller, switch_id, limit);
  }

  @HandlesCall('historial.serie')
  serie(request: CallRequest<'historial.serie'>, { caller }: CallContext): Promise<CallResponse<'historial.serie'>> {
    return this.history.serie(caller, request);
  }

  @HandlesCall('historial.eventos')
  async events(
    request: CallRequest<'historial.eventos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'historial.eventos'>> {
    const { usuario_id, switch_id, antes, ...dias } = request;
    if (usuario_id !== undefined) return this.history.events(caller, usuario_id, dias, { antes, only: switch_id });
    if (switch_id === undefined) throw new AppError('datos_invalidos');
    return this.history.eventsOfSwitch(caller, switch_id, dias, antes);
  }

  @HandlesCall('historial.encendido')
  dias(
    { switch_id, ...dias }: CallRequest<'historial.encendido'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'historial.encendido'>> {
    return this.encendido.dias(caller, switch_id, dias);
  }

  /** For services only: automation asks whether a pump ran during a turn. */
  @HandlesCall('historial.encendido_entre')
  async between(
    { switch_id, desde, hasta }: CallRequest<'historial.encendido_entre'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'historial.encendido_entre'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.encendido.between(caller, switch_id, desde, hasta);
  }

  @HandlesCall('telemetria.ultimos')
  async latest(
    { placas }: CallRequest<'telemetria.ultimos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'telemetria.ultimos'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.history.latest(placas);
  }
}
