import {
  AppError,
  enclavamientoFaults,
  type Caller,
  type Enclavamiento,
  type EnclavamientoSave,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { invalid, requireSound } from '../invalid.js';
import type { EnclavamientoEntity } from './enclavamiento.entity.js';
import { inContract, EnclavamientosEvents } from './enclavamientos.eventos.js';
import { EnclavamientosRepository } from './enclavamientos.repository.js';
import { texts } from '../textos.js';

/** Manages interlock groups; device-gateway enforces them. */
@Injectable()
export class EnclavamientosService {
  constructor(
    private readonly enclavamientos: EnclavamientosRepository,
    private readonly events: EnclavamientosEvents,
    private readonly empresas: EmpresasService,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<Enclavamiento[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    return (await this.enclavamientos.list(caller, empresa_id)).map(inContract);
  }

  /** @throws AppError `datos_invalidos`; `no_encontrado` for a switch outside the company */
  async crear(caller: Caller, request: EnclavamientoSave): Promise<Enclavamiento> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    const columnas = columnsOf(request);
    return this.empresas.write([request.empresa_id], async (tx) => {
      await this.enclavamientos.requireSwitches(tx, request.empresa_id, todosDe(columnas));
      const fila = await this.enclavamientos.in(tx).save(caller, { ...columnas, version: 1 });
      await this.events.saved(tx, caller, [{ previous: null, fila }]);
      return inContract(fila);
    });
  }

  /** @throws as {@link crear}, and `version_vieja` with the current group when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: EnclavamientoSave): Promise<Enclavamiento> {
    requireAdmin(caller);
    // Reads the row first, so that a foreign id answers like an absent one for every body.
    const { empresa_id } = await this.enclavamientos.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    const columnas = columnsOf(request);
    if (request.empresa_id !== empresa_id) throw invalid('empresa_id', texts.enclavamientoStays);
    return this.empresas.write([empresa_id], async (tx) => {
      const previous = await this.enclavamientos.in(tx).getOrFail(caller, id);
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: inContract(previous) });
      await this.enclavamientos.requireSwitches(tx, empresa_id, todosDe(columnas));
      const nueva = { ...previous, ...columnas, version: previous.version + 1 };
      const fila = await this.enclavamientos.in(tx).save(caller, nueva);
      await this.events.saved(tx, caller, [{ previous, fila }]);
      return inContract(fila);
    });
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.enclavamientos.getOrFail(caller, id);
    await this.empresas.write([empresa_id], async (tx) => {
      const fila = await this.enclavamientos.in(tx).getOrFail(caller, id);
      await this.erase(tx, caller, fila);
    });
  }

  /**
   * Removes deleted switches from their groups, within the transaction that deletes them. A group that no longer restricts anything (one
   * member left, no valve, no pump) is deleted too.
   */
  async removeSwitches(tx: EntityManager, caller: Caller, empresa_id: number, ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    const cambios: { previous: EnclavamientoEntity; fila: EnclavamientoEntity }[] = [];
    const empty: EnclavamientoEntity[] = [];
    for (const previous of await this.enclavamientos.in(tx).ofSwitches(caller, empresa_id, ids)) {
      const switches = previous.switches.filter((id) => !gone.has(id));
      const withoutPump = previous.bomba_id !== null && gone.has(previous.bomba_id);
      if (withoutPump || switches.length < (previous.tipo === 'exclusion' ? 2 : 1)) empty.push(previous);
      else cambios.push({ previous, fila: { ...previous, switches, version: previous.version + 1 } });
    }
    for (const { fila } of cambios) await this.enclavamientos.in(tx).save(caller, fila);
    await this.events.saved(tx, caller, cambios);
    for (const fila of empty) await this.erase(tx, caller, fila);
  }

  /** Deletes all groups of a company, within the transaction that deletes the company. */
  async eraseOfEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const rows = await this.enclavamientos.in(tx).list(caller, empresa_id);
    await this.enclavamientos.in(tx).delete(caller, { empresa_id });
    await this.events.deleted(tx, caller, rows);
  }

  private async erase(tx: EntityManager, caller: Caller, fila: EnclavamientoEntity): Promise<void> {
    await this.enclavamientos.in(tx).delete(caller, { id: fila.id });
    await this.events.deleted(tx, caller, [fila]);
  }
}

type Columnas = Omit<EnclavamientoEntity, 'id' | 'version' | 'creado_en' | 'actualizado_en'>;

/** @throws AppError `datos_invalidos` */
const columnsOf = (request: EnclavamientoSave): Columnas => {
  const { empresa_id, nombre, tipo, switches, bomba_id } = request;
  requireSound(enclavamientoFaults(request));
  const requiere = tipo === 'requiere';
  return {
    empresa_id,
    nombre,
    tipo,
    switches: [...switches].sort((a, b) => a - b),
    bomba_id,
    retardo_encendido_s: requiere ? request.retardo_encendido_s : 0,
    retardo_apagado_s: requiere ? request.retardo_apagado_s : 0,
  };
};

const todosDe = ({ switches, bomba_id }: Columnas): number[] => [...switches, ...(bomba_id === null ? [] : [bomba_id])];
