import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { OwnSessionsService } from './own-sessions.service.js';
import { SecondStepDemandService } from './second-step-demand.service.js';
import { SecondStepService } from './second-step.service.js';

@Controller()
export class SecondStepHandlers {
  constructor(
    private readonly step: SecondStepService,
    private readonly demands: SecondStepDemandService,
    private readonly sessions: OwnSessionsService,
  ) {}

  @HandlesCall('cuenta.segundo_paso')
  read(_request: object, { caller }: CallContext): Promise<CallResponse<'cuenta.segundo_paso'>> {
    return this.step.read(caller);
  }

  @HandlesCall('cuenta.preparar_segundo_paso')
  prepare(
    request: CallRequest<'cuenta.preparar_segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.preparar_segundo_paso'>> {
    return this.step.prepare(caller, request);
  }

  @HandlesCall('cuenta.confirmar_segundo_paso')
  confirm(
    request: CallRequest<'cuenta.confirmar_segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.confirmar_segundo_paso'>> {
    return this.step.confirm(caller, request);
  }

  @HandlesCall('cuenta.quitar_segundo_paso')
  async remove(
    request: CallRequest<'cuenta.quitar_segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.quitar_segundo_paso'>> {
    await this.step.remove(caller, request);
    return {};
  }

  @HandlesCall('cuenta.sesiones')
  list(_request: object, { caller }: CallContext): Promise<CallResponse<'cuenta.sesiones'>> {
    return this.sessions.list(caller);
  }

  @HandlesCall('cuenta.cerrar_sesion')
  async close(
    { huella }: CallRequest<'cuenta.cerrar_sesion'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'cuenta.cerrar_sesion'>> {
    await this.sessions.close(caller, huella);
    return {};
  }

  @HandlesCall('usuarios.segundo_paso')
  ofEmpresa(
    { empresa_id }: CallRequest<'usuarios.segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.segundo_paso'>> {
    return this.demands.read(caller, empresa_id);
  }

  @HandlesCall('usuarios.exigir_segundo_paso')
  async demand(
    request: CallRequest<'usuarios.exigir_segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.exigir_segundo_paso'>> {
    await this.demands.demand(caller, request);
    return {};
  }

  @HandlesCall('usuarios.quitar_segundo_paso')
  async reset(
    { id }: CallRequest<'usuarios.quitar_segundo_paso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'usuarios.quitar_segundo_paso'>> {
    await this.demands.reset(caller, id);
    return {};
  }
}
