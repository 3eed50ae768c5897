import { noEncontrado, type Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { EmpresaEntity } from './empresa.entity.js';

@Injectable()
export class EmpresasRepository extends TenantRepository<EmpresaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, EmpresaEntity, { empresa: 'id' });
  }

  /**
   * The row, kept from every other writer until the transaction ends; whoever adds a user to the company must hold it.
   * Order of locks in this service: administrators' lock, companies, users by id.
   * @throws AppError `no_encontrado`.
   */
  async bloquear(tx: EntityManager, caller: Caller, id: number): Promise<EmpresaEntity> {
    const fila = await this.in(tx).findOne(caller, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!fila) throw noEncontrado();
    return fila;
  }

  /** id → nombre, in one query. */
  async nombres(caller: Caller, ids: readonly (number | null)[]): Promise<Map<number, string>> {
    const buscadas = [...new Set(ids)].filter((id) => id !== null);
    if (buscadas.length === 0) return new Map();
    const filas = await this.find(caller, { select: { id: true, nombre: true }, where: { id: Any(buscadas) } });
    return new Map(filas.map((fila) => [fila.id, fila.nombre]));
  }
}
