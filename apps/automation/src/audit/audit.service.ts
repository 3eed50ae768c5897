import type { Caller } from '@acequia/contracts';
import { type AuditEntry, type AuditPortrait, writeAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

type Plain = string | number | boolean | null;

/** An entry whose entities are as the service holds them. */
export type Done = Omit<AuditEntry, 'antes' | 'despues'> & { antes: object | null; despues: object | null };

/** Lists and nested parts of a program or a rule are stored as JSON text. */
const portraitOf = (fields: object): AuditPortrait =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Plain),
      ]),
  );

/** This service's part of the audit trail, written in the transaction of the change itself. */
@Injectable()
export class AuditService {
  async note(tx: EntityManager, caller: Caller, { antes, despues, ...done }: Done): Promise<void> {
    const entry = { ...done, antes: antes && portraitOf(antes), despues: despues && portraitOf(despues) };
    await writeAuditTrail(tx, caller, [entry]);
  }
}
