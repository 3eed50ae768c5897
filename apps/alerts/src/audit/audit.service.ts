import type { Caller } from '@acequia/contracts';
import { type AuditEntry, writeAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** This service's part of the audit trail, written in the transaction of the change itself. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, entry: AuditEntry): Promise<void> {
    await writeAuditTrail(tx, caller, [entry]);
  }
}
