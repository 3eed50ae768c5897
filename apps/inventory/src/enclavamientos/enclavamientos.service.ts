import {
  AppError,
  faltasDeEnclavamiento,
  type Caller,
  type Enclavamiento,
  type EnclavamientoGuardar,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exigirAdmin, exigirEmpresa } from '../acceso.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import type { EnclavamientoEntity } from './enclavamiento.entity.js';
import { enContrato, EnclavamientosEventos } from './enclavamientos.eventos.js';
import { EnclavamientosRepository } from './enclavamientos.repository.js';

/** Interlock groups. device-gateway keeps them; here they are drawn up. */
@Injectable()
export class EnclavamientosService {
  constructor(
    private readonly enclavamientos: EnclavamientosRepository,
    private readonly eventos: EnclavamientosEventos,
    private readonly empresas: EmpresasService,
  ) {}

  async listar(caller: Caller, pedida: number | undefined): Promise<Enclavamiento[]> {
    exigirAdmin(caller);
    const empresa_id = await this.empresas.pedida(caller, pedida);
    return (await this.enclavamientos.listar(caller, empresa_id)).map(enContrato);
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` for a switch that is not of the company */
  async crear(caller: Caller, pedido: EnclavamientoGuardar): Promise<Enclavamiento> {
    exigirAdmin(caller);
    exigirEmpresa(caller, pedido.empresa_id);
    const columnas = columnasDe(pedido);
    return this.empresas.escribir([pedido.empresa_id], async (tx) => {
      await this.enclavamientos.exigirSwitches(tx, pedido.empresa_id, todosDe(columnas));
      const fila = await this.enclavamientos.in(tx).save(caller, { ...columnas, version: 1 });
      await this.eventos.guardados(tx, caller, [{ previo: null, fila }]);
      return enContrato(fila);
    });
  }

  /** @throws as {@link crear}, and `version_vieja` with the group as it is now when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, pedido: EnclavamientoGuardar): Promise<Enclavamiento> {
    exigirAdmin(caller);
    // The row first, so that a foreign id answers like an absent one whatever the body says.
    const { empresa_id } = await this.enclavamientos.getOrFail(caller, id);
    exigirEmpresa(caller, pedido.empresa_id);
    const columnas = columnasDe(pedido);
    if (pedido.empresa_id !== empresa_id) throw invalido('empresa_id', 'Un enclavamiento no cambia de empresa.');
    return this.empresas.escribir([empresa_id], async (tx) => {
      const previo = await this.enclavamientos.in(tx).getOrFail(caller, id);
      if (pedido.version !== undefined && pedido.version !== previo.version)
        throw new AppError('version_vieja', { actual: enContrato(previo) });
      await this.enclavamientos.exigirSwitches(tx, empresa_id, todosDe(columnas));
      const nueva = { ...previo, ...columnas, version: previo.version + 1 };
      const fila = await this.enclavamientos.in(tx).save(caller, nueva);
      await this.eventos.guardados(tx, caller, [{ previo, fila }]);
      return enContrato(fila);
    });
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const { empresa_id } = await this.enclavamientos.getOrFail(caller, id);
    await this.empresas.escribir([empresa_id], async (tx) => {
      const fila = await this.enclavamientos.in(tx).getOrFail(caller, id);
      await this.borrar(tx, caller, fila);
    });
  }

  /**
   * These switches of a company are going, within the transaction that deletes them: they leave their groups, and a group
   * that no longer binds anything (one member left, no valve, no pump) goes too.
   */
  async sinSwitches(tx: EntityManager, caller: Caller, empresa_id: number, ids: readonly number[]): Promise<void> {
    const idos = new Set(ids);
    const cambios: { previo: EnclavamientoEntity; fila: EnclavamientoEntity }[] = [];
    const vacios: EnclavamientoEntity[] = [];
    for (const previo of await this.enclavamientos.in(tx).conSwitches(caller, empresa_id, ids)) {
      const switches = previo.switches.filter((id) => !idos.has(id));
      const sinBomba = previo.bomba_id !== null && idos.has(previo.bomba_id);
      if (sinBomba || switches.length < (previo.tipo === 'exclusion' ? 2 : 1)) vacios.push(previo);
      else cambios.push({ previo, fila: { ...previo, switches, version: previo.version + 1 } });
    }
    for (const { fila } of cambios) await this.enclavamientos.in(tx).save(caller, fila);
    await this.eventos.guardados(tx, caller, cambios);
    for (const fila of vacios) await this.borrar(tx, caller, fila);
  }

  /** All groups of a company that is going, within the transaction of its end. */
  async borrarDeEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const filas = await this.enclavamientos.in(tx).listar(caller, empresa_id);
    await this.enclavamientos.in(tx).delete(caller, { empresa_id });
    await this.eventos.eliminados(tx, caller, filas);
  }

  private async borrar(tx: EntityManager, caller: Caller, fila: EnclavamientoEntity): Promise<void> {
    await this.enclavamientos.in(tx).delete(caller, { id: fila.id });
    await this.eventos.eliminados(tx, caller, [fila]);
  }
}

type Columnas = Omit<EnclavamientoEntity, 'id' | 'version' | 'creado_en' | 'actualizado_en'>;

const invalido = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: mensaje, detalles: [{ campo: `body.${campo}`, mensaje }] });

/** @throws AppError `datos_invalidos` */
const columnasDe = (pedido: EnclavamientoGuardar): Columnas => {
  const { empresa_id, nombre, tipo, switches, bomba_id } = pedido;
  const faltas = faltasDeEnclavamiento(pedido);
  if (faltas.length > 0) {
    const detalles = faltas.map(({ campo, mensaje }) => ({ campo: `body.${campo}`, mensaje }));
    throw new AppError('datos_invalidos', { texto: `${faltas[0]?.mensaje}.`, detalles });
  }
  const requiere = tipo === 'requiere';
  return {
    empresa_id,
    nombre,
    tipo,
    switches: [...switches].sort((a, b) => a - b),
    bomba_id,
    retardo_encendido_s: requiere ? pedido.retardo_encendido_s : 0,
    retardo_apagado_s: requiere ? pedido.retardo_apagado_s : 0,
  };
};

const todosDe = ({ switches, bomba_id }: Columnas): number[] => [...switches, ...(bomba_id === null ? [] : [bomba_id])];
