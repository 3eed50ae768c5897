import type { Caller, Enclavamiento } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Retrato } from '../auditoria/auditoria.entity.js';
import { Sucesos } from '../auditoria/sucesos.js';
import type { EnclavamientoEntity } from './enclavamiento.entity.js';

export const enContrato = (fila: EnclavamientoEntity): Enclavamiento => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  nombre: fila.nombre,
  tipo: fila.tipo,
  switches: fila.switches,
  bomba_id: fila.bomba_id,
  retardo_encendido_s: fila.retardo_encendido_s,
  retardo_apagado_s: fila.retardo_apagado_s,
  version: fila.version,
});

const retratoDe = (fila: EnclavamientoEntity): Retrato => {
  const { switches: miembros, ...resto } = enContrato(fila);
  return { ...resto, miembros };
};

const deGrupo = ({ id, empresa_id, nombre }: EnclavamientoEntity) => ({
  entidad: `enclavamiento:${id}`,
  empresa_id,
  nombre,
});

/** What became of interlock groups, for device-gateway and the trail. */
@Injectable()
export class EnclavamientosEventos {
  constructor(private readonly sucesos: Sucesos) {}

  async guardados(
    tx: EntityManager,
    caller: Caller,
    cambios: readonly { previo: EnclavamientoEntity | null; fila: EnclavamientoEntity }[],
  ): Promise<void> {
    await this.sucesos.contar(
      tx,
      caller,
      'enclavamiento.guardado',
      cambios.map(({ previo, fila }) => {
        const { version: rev, ...data } = enContrato(fila);
        const accion = previo ? 'enclavamiento.actualizar' : 'enclavamiento.crear';
        return { ...deGrupo(fila), rev, data, accion, antes: previo && retratoDe(previo), despues: retratoDe(fila) };
      }),
    );
  }

  async eliminados(tx: EntityManager, caller: Caller, filas: readonly EnclavamientoEntity[]): Promise<void> {
    await this.sucesos.contar(
      tx,
      caller,
      'enclavamiento.eliminado',
      filas.map((fila) => ({
        ...deGrupo(fila),
        rev: fila.version + 1,
        data: { id: fila.id, empresa_id: fila.empresa_id },
        accion: 'enclavamiento.eliminar',
        antes: retratoDe(fila),
        despues: null,
      })),
    );
  }
}
