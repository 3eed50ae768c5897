import { notFound, type Caller, type EmpresaOption, type Pagina } from '@acequia/contracts';
import { inPages, selected, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { EmpresaEntity } from './empresa.entity.js';
import { COLUMNS } from './empresa.mapping.js';

@Injectable()
export class EmpresasRepository extends TenantRepository<EmpresaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, EmpresaEntity, { empresa: 'id' });
  }

  /** JSON of companies in the contract's form, ordered by id. */
  page(caller: Caller, pagina: Pagina): Promise<string> {
    return this.jsonRows(caller, 'e', (query) => inPages(query.select(selected(COLUMNS)), 'e.id', pagina));
  }

  /** Ordered by name. */
  options(caller: Caller): Promise<EmpresaOption[]> {
    return this.queryBuilder(caller, 'e', (query) =>
      query.select('e.id', 'id').addSelect('e.nombre', 'nombre').orderBy('e.nombre').addOrderBy('e.id'),
    ).getRawMany<EmpresaOption>();
  }

  /**
   * Locks the company's row until the transaction ends; a transaction that adds a user to the company must hold this lock.
   * Lock order in this service: administrators' lock, companies, users by id.
   * @throws AppError `no_encontrado`.
   */
  async lockRow(tx: EntityManager, caller: Caller, id: number): Promise<EmpresaEntity> {
    const fila = await this.in(tx).findOne(caller, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!fila) throw notFound();
    return fila;
  }

  /**
   * A row is invisible while its COMMIT waits for a synchronous standby, but its transaction still holds its lock on the table then.
   * Fails at once with Postgres' `lock_not_available` while any transaction that wrote companies is open.
   */
  async surelyExists(tx: EntityManager, caller: Caller, id: number): Promise<boolean> {
    await tx.query('LOCK TABLE empresas IN SHARE MODE NOWAIT');
    return (await this.in(tx).findOne(caller, { where: { id } })) !== null;
  }

  /** id → nombre, in one query. */
  async names(caller: Caller, ids: readonly (number | null)[]): Promise<Map<number, string>> {
    const searched = [...new Set(ids)].filter((id) => id !== null);
    if (searched.length === 0) return new Map();
    const rows = await this.find(caller, { select: { id: true, nombre: true }, where: { id: Any(searched) } });
    return new Map(rows.map((fila) => [fila.id, fila.nombre]));
  }
}
