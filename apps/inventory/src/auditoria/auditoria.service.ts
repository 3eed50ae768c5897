import type { Caller } from '@acequia/contracts';
import { type AuditEntry, writeAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Every entity of this service belongs to a company. */
export type Change = AuditEntry & { empresa_id: number };

/** The audit trail. Rows are only added, and only inside the transaction of their change. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, changes: readonly Change[]): Promise<void> {
    await writeAuditTrail(tx, caller, changes);
  }
}
