import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { empresaPedida, exigirAdmin } from '../acceso.js';

@Controller()
export class AuditoriaHandlers {
  constructor(private readonly dataSource: DataSource) {}

  /** This service's rows of the trail. @throws AppError `no_encontrado` for another company than the caller's. */
  @HandlesCall('inventario.auditoria')
  async buscar(
    request: CallRequest<'inventario.auditoria'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.auditoria'>> {
    exigirAdmin(caller);
    return readAuditTrail(this.dataSource.manager, empresaPedida(caller, request.empresa_id), request);
  }
}
