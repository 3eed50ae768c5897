import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Controller()
export class AuditoriaHandlers {
  constructor(private readonly dataSource: DataSource) {}

  /** This service's rows of the audit trail. @throws like {@link readAuditTrail} */
  @HandlesCall('inventario.auditoria')
  search(
    request: CallRequest<'inventario.auditoria'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'inventario.auditoria'>> {
    return readAuditTrail(this.dataSource.manager, caller, request);
  }
}
