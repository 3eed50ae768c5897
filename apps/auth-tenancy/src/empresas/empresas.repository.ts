import { notFound, type Caller, type Empresa, type EmpresaOption, type Pagina } from '@acequia/contracts';
import { inPages, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { EmpresaEntity } from './empresa.entity.js';

/** Columns of {@link Empresa} that the row itself holds as they are. */
const COLUMNAS = [
  'id',
  'nombre',
  'telefono_celular',
  'telegram_chat_id',
  'limite_usuarios',
  'comunicador_numero',
  'comunicador_imei',
  'zona_horaria',
  'latitud',
  'longitud',
  'tarifa_kwh',
  'version',
] as const satisfies readonly (keyof Empresa)[];

@Injectable()
export class EmpresasRepository extends TenantRepository<EmpresaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, EmpresaEntity, { empresa: 'id' });
  }

  /** Companies in the contract's form, ordered by id, without entities. */
  leer(caller: Caller, pagina: Pagina): Promise<Empresa[]> {
    return this.queryBuilder(caller, 'e', (query) => {
      query
        .select(COLUMNAS.map((column) => `e.${column} AS ${column}`))
        .addSelect(`''`, 'token_telegram')
        .addSelect('(e.token_telegram_cifrado IS NOT NULL)::integer', 'token_telegram_definido')
        .addSelect('e.costo_plan::double precision', 'costo_plan')
        .addSelect('e.comunicador_vencimiento::text', 'comunicador_vencimiento')
        .addSelect('e.fecha_vencimiento::text', 'fecha_vencimiento')
        .addSelect('e.activa::integer', 'activa');
      return inPages(query, 'e.id', pagina);
    }).getRawMany<Empresa>();
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
