import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Controller()
export class AuditHandlers {
  constructor(private readonly db: DataSource) {}

  /** This service's rows of the trail. @throws like {@link readAuditTrail} */
  @HandlesCall('programas.auditoria')
  search(
    request: CallRequest<'programas.auditoria'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'programas.auditoria'>> {
    return readAuditTrail(this.db.manager, caller, request);
  }
}
