import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Controller()
export class AuditoriaHandlers {
  constructor(private readonly dataSource: DataSource) {}

  /** This service's rows of the trail. @throws like {@link readAuditTrail} */
  @HandlesCall('avisos.auditoria')
  search(request: CallRequest<'avisos.auditoria'>, { caller }: CallContext): Promise<CallResponse<'avisos.auditoria'>> {
    return readAuditTrail(this.dataSource.manager, caller, request);
  }
}
