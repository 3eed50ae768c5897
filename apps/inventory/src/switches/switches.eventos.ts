import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { Sucesos } from '../auditoria/sucesos.js';
import { enContrato } from './switch-en-vivo.js';
import type { SwitchConPlaca } from './switches.repository.js';

export const retratoDeSwitch = (fila: SwitchConPlaca): Retrato => enContrato(fila);

const deSwitch = ({ id, empresa_id, nombre }: SwitchConPlaca) => ({ entidad: `switch:${id}`, empresa_id, nombre });

/** What became of switches, for the other services and the trail. */
@Injectable()
export class SwitchesEventos {
  constructor(private readonly sucesos: Sucesos) {}

  async guardados(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { antes: Retrato | null; fila: SwitchConPlaca }[],
  ): Promise<void> {
    await this.sucesos.contar(
      tx,
      caller,
      'switch.guardado',
      cambios.map(({ antes, fila }) => {
        const { version: rev, ...data } = enContrato(fila);
        const accion = antes === null ? 'switch.crear' : 'switch.actualizar';
        return { ...deSwitch(fila), rev, data, accion, antes, despues: retratoDeSwitch(fila) };
      }),
    );
  }

  async eliminados(tx: EntityManager, caller: Caller, filas: readonly SwitchConPlaca[]): Promise<void> {
    await this.sucesos.contar(
      tx,
      caller,
      'switch.eliminado',
      filas.map((fila) => ({
        ...deSwitch(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id },
        accion: 'switch.eliminar',
        antes: retratoDeSwitch(fila),
        despues: null,
      })),
    );
  }
}
