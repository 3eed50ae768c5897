import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditPortrait } from '@acequia/service-kit';
import { Occurrences } from '../auditoria/occurrences.js';
import { inContract } from './live-switch.js';
import type { SwitchConPlaca } from './switches.repository.js';

export const switchPortrait = (fila: SwitchConPlaca): AuditPortrait => inContract(fila);

const aboutSwitch = ({ id, empresa_id, nombre }: SwitchConPlaca) => ({ entidad: `switch:${id}`, empresa_id, nombre });

/** Emits changes of switches for the other services and the audit trail. */
@Injectable()
export class SwitchesEvents {
  constructor(private readonly occurrences: Occurrences) {}

  async saved(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { antes: AuditPortrait | null; fila: SwitchConPlaca }[],
  ): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'switch.guardado',
      cambios.map(({ antes, fila }) => {
        const { version: rev, ...data } = inContract(fila);
        const accion = antes === null ? 'switch.crear' : 'switch.actualizar';
        return { ...aboutSwitch(fila), rev, data, accion, antes, despues: switchPortrait(fila) };
      }),
    );
  }

  async deleted(tx: EntityManager, caller: Caller, rows: readonly SwitchConPlaca[]): Promise<void> {
    await this.occurrences.count(
      tx,
      caller,
      'switch.eliminado',
      rows.map((fila) => ({
        ...aboutSwitch(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id },
        accion: 'switch.eliminar',
        antes: switchPortrait(fila),
        despues: null,
      })),
    );
  }
}
