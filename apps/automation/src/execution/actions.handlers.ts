import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { LengthenService } from './lengthen.service.js';
import { MoveService } from './move.service.js';
import { PauseService } from './pause.service.js';
import { RecoveryService } from './recovery.service.js';
import { RunNowService } from './run-now.service.js';
import { SkipRunService } from './skip-run.service.js';
import { StopAllService } from './stop-all.service.js';
import { StopTurnService } from './stop-turn.service.js';

@Controller()
export class ActionsHandlers {
  constructor(
    private readonly runs: RunNowService,
    private readonly skips: SkipRunService,
    private readonly pauses: PauseService,
    private readonly stops: StopTurnService,
    private readonly times: LengthenService,
    private readonly moves: MoveService,
    private readonly all: StopAllService,
    private readonly recovery: RecoveryService,
  ) {}

  @HandlesCall('programas.por_ejecutar')
  porEjecutar(
    { id }: CallRequest<'programas.por_ejecutar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.por_ejecutar'>> {
    return this.runs.toRun(caller, id);
  }

  @HandlesCall('programas.ejecutar')
  ejecutar(
    { id, clave }: CallRequest<'programas.ejecutar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.ejecutar'>> {
    return this.runs.ejecutar(caller, id, clave);
  }

  @HandlesCall('programas.omitir')
  omitir(
    { id, clave }: CallRequest<'programas.omitir'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.omitir'>> {
    return this.skips.omitir(caller, id, clave);
  }

  @HandlesCall('programas.pausar')
  pausar(
    { id, clave }: CallRequest<'programas.pausar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.pausar'>> {
    return this.pauses.pausar(caller, id, 1, clave);
  }

  @HandlesCall('programas.reanudar')
  reanudar(
    { id, clave }: CallRequest<'programas.reanudar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.reanudar'>> {
    return this.pauses.pausar(caller, id, 0, clave);
  }

  @HandlesCall('turnos.detener')
  detener(
    { turno_id, todo, ...origin }: CallRequest<'turnos.detener'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.detener'>> {
    return this.stops.detener(caller, turno_id, origin, todo === 1);
  }

  @HandlesCall('turnos.detener_todo')
  stopAll(
    request: CallRequest<'turnos.detener_todo'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.detener_todo'>> {
    return this.all.stopAll(caller, request);
  }

  @HandlesCall('turnos.alargar')
  alargar(
    { turno_id, segundos, clave }: CallRequest<'turnos.alargar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.alargar'>> {
    return this.times.alargar(caller, turno_id, segundos, clave);
  }

  @HandlesCall('turnos.por_recuperar')
  porRecuperar(
    { turno_id }: CallRequest<'turnos.por_recuperar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.por_recuperar'>> {
    return this.recovery.preview(caller, turno_id);
  }

  @HandlesCall('turnos.recuperar')
  recuperar(
    { turno_id, clave }: CallRequest<'turnos.recuperar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.recuperar'>> {
    return this.recovery.recuperar(caller, turno_id, clave);
  }

  @HandlesCall('turnos.mover')
  mover(
    { turno_id, clave, ...wanted }: CallRequest<'turnos.mover'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'turnos.mover'>> {
    return this.moves.mover(caller, turno_id, wanted, clave);
  }
}
