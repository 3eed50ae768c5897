import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DerivedService } from '../derived/derived.service.js';
import { MandosService } from './mandos.service.js';
import { ReglasService } from './reglas.service.js';

@Controller()
export class ClimaHandlers {
  constructor(
    private readonly reglas: ReglasService,
    private readonly mandos: MandosService,
    private readonly derived: DerivedService,
  ) {}

  @HandlesCall('clima.listar')
  list({ empresa_id }: CallRequest<'clima.listar'>, { caller }: CallContext): Promise<CallResponse<'clima.listar'>> {
    return this.reglas.list(caller, empresa_id);
  }

  @HandlesCall('clima.crear')
  crear(
    { clave, ...request }: CallRequest<'clima.crear'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.crear'>> {
    return this.reglas.crear(caller, request, clave);
  }

  @HandlesCall('clima.actualizar')
  actualizar(
    { id, ...request }: CallRequest<'clima.actualizar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.actualizar'>> {
    return this.reglas.actualizar(caller, id, request);
  }

  @HandlesCall('clima.eliminar')
  async eliminar(
    { id }: CallRequest<'clima.eliminar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.eliminar'>> {
    await this.reglas.eliminar(caller, id);
    return {};
  }

  @HandlesCall('clima.mandos')
  inCharge(
    { empresa_id }: CallRequest<'clima.mandos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.mandos'>> {
    return this.mandos.list(caller, empresa_id);
  }

  @HandlesCall('clima.con_regla')
  withRule(
    _request: CallRequest<'clima.con_regla'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.con_regla'>> {
    return this.reglas.switches(caller);
  }

  @HandlesCall('clima.derivados')
  derivados(
    request: CallRequest<'clima.derivados'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'clima.derivados'>> {
    return this.derived.days(caller, request);
  }
}
