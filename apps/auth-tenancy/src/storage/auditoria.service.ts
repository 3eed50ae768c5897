import type { Caller } from '@acequia/contracts';
import { type AuditEntry, type AuditPortrait, writeAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Reduces two portraits to the fields that differ. */
const differences = (antes: AuditPortrait, despues: AuditPortrait): [AuditPortrait, AuditPortrait] => {
  const changed = Object.keys(despues).filter(
    (campo) => JSON.stringify(antes[campo] ?? null) !== JSON.stringify(despues[campo]),
  );
  const cut = (de: AuditPortrait): AuditPortrait =>
    Object.fromEntries(changed.map((campo) => [campo, de[campo] ?? null]));
  return [cut(antes), cut(despues)];
};

/** The audit trail. Entries are added inside the transaction of the change they describe; only refused logins are ever removed. */
@Injectable()
export class AuditoriaService {
  async note(tx: EntityManager, caller: Caller, entries: readonly AuditEntry[]): Promise<void> {
    const rows = entries.map(({ antes, despues, ...entry }) => {
      const [previous, current] = antes && despues ? differences(antes, despues) : [antes, despues];
      return { ...entry, antes: previous, despues: current };
    });
    await writeAuditTrail(tx, caller, rows);
  }
}
