import { Outbox } from '@acequia/bus';
import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { enContrato } from './switch-en-vivo.js';
import type { SwitchConPlaca } from './switches.repository.js';

export const retratoDeSwitch = (fila: SwitchConPlaca): Retrato => enContrato(fila);

/** Tells the other services and the trail what became of switches, in the transaction that did it. */
@Injectable()
export class SwitchesEventos {
  constructor(
    private readonly outbox: Outbox,
    private readonly auditoria: AuditoriaService,
  ) {}

  async guardados(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { antes: Retrato | null; fila: SwitchConPlaca }[],
  ): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'switch.guardado',
      cambios.map(({ fila }) => {
        const { version, ...data } = enContrato(fila);
        return { entidad: `switch:${fila.id}`, rev: version, data };
      }),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      cambios.map(({ antes, fila }) => ({
        empresa_id: fila.empresa_id,
        accion: antes === null ? 'switch.crear' : 'switch.actualizar',
        entidad: `switch:${fila.id}`,
        nombre: fila.nombre,
        antes,
        despues: retratoDeSwitch(fila),
      })),
    );
  }

  async eliminados(tx: EntityManager, caller: Caller, filas: readonly SwitchConPlaca[]): Promise<void> {
    await this.outbox.emitAll(
      tx,
      'switch.eliminado',
      filas.map(({ id, empresa_id, version }) => ({
        entidad: `switch:${id}`,
        rev: version + 1,
        data: { id, empresa_id },
      })),
    );
    await this.auditoria.anotar(
      tx,
      caller,
      filas.map((fila) => ({
        empresa_id: fila.empresa_id,
        accion: 'switch.eliminar',
        entidad: `switch:${fila.id}`,
        nombre: fila.nombre,
        antes: retratoDeSwitch(fila),
        despues: null,
      })),
    );
  }
}
