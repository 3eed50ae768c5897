import { callerEmpresa, notFound, type Caller } from '@acequia/contracts';
import type {
  DataSource,
  DeepPartial,
  EntityManager,
  EntityTarget,
  FindManyOptions,
  FindOptionsWhere,
  ObjectLiteral,
  SelectQueryBuilder,
} from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { scopedWhere } from './tenant-scope.js';

export type TenantWhere<E> = FindOptionsWhere<E> | FindOptionsWhere<E>[];
export type TenantFind<E> = FindManyOptions<E> & { where?: TenantWhere<E> };
/** The methods that run a scoped query; those that would change its conditions are left out. */
export type ScopedQuery<E extends ObjectLiteral> = Pick<
  SelectQueryBuilder<E>,
  'getMany' | 'getOne' | 'getCount' | 'getManyAndCount' | 'getRawMany' | 'getRawOne' | 'stream'
>;
export interface TenantColumns<E> {
  /** Column of the tenant's id; default `empresa_id` (`id` for empresas themselves). */
  empresa?: keyof E & string;
  /** Primary key; default `id`. */
  id?: keyof E & string;
}

/**
 * Rows of companies. Every method requires the caller: a person other than an admin_global reaches only rows of their own company,
 * an admin_global and a service reach all. Foreign and absent rows are indistinguishable.
 */
export abstract class TenantRepository<E extends ObjectLiteral> {
  private readonly manager: EntityManager;
  private readonly empresaColumn: string;
  private readonly idColumn: string;

  protected constructor(
    dataSource: DataSource,
    private readonly entity: EntityTarget<E>,
    columns: TenantColumns<E> = {},
  ) {
    this.manager = dataSource.manager;
    this.empresaColumn = columns.empresa ?? 'empresa_id';
    this.idColumn = columns.id ?? 'id';
  }

  /** The same repository inside a transaction. */
  in(tx: EntityManager): this {
    return Object.create(this, { manager: { value: tx } }) as this;
  }

  find(caller: Caller, options: TenantFind<E> = {}): Promise<E[]> {
    return this.manager.find(this.entity, { ...options, where: this.scope(caller, options.where) });
  }

  findOne(caller: Caller, options: TenantFind<E>): Promise<E | null> {
    return this.manager.findOne(this.entity, { ...options, where: this.scope(caller, options.where) });
  }

  /** @throws AppError `no_encontrado` for a foreign and for an absent id. */
  async getOrFail(caller: Caller, id: number, options: Omit<TenantFind<E>, 'where'> = {}): Promise<E> {
    const row = await this.findOne(caller, { ...options, where: this.byId(id) } as TenantFind<E>);
    if (!row) throw notFound();
    return row;
  }

  count(caller: Caller, where?: TenantWhere<E>): Promise<number> {
    return this.manager.count(this.entity, { where: this.scope(caller, where) });
  }

  /** Inserts, or updates when the row has an id. @throws AppError `no_encontrado` when the row is, or would become, foreign. */
  async save(caller: Caller, row: DeepPartial<E>): Promise<E> {
    this.assertOwn(caller, row, 'insert');
    const id = (row as ObjectLiteral)[this.idColumn] as number | undefined;
    const store = (tx: EntityManager) => tx.save(this.entity, row) as Promise<E>;
    if (id === undefined || id === null || callerEmpresa(caller) === null) return store(this.manager);
    // TypeORM's save() writes by id alone, so the stored row is first locked and checked to be the caller's.
    const check = async (tx: EntityManager) => {
      await this.in(tx).getOrFail(caller, id, {
        lock: { mode: 'pessimistic_write' },
        loadEagerRelations: false,
      } as TenantFind<E>);
      return store(tx);
    };
    return this.manager.queryRunner?.isTransactionActive ? check(this.manager) : this.manager.transaction(check);
  }

  /** @returns number of changed rows; 0 for foreign and absent rows. @throws AppError `no_encontrado` for a patch to a foreign company. */
  async update(caller: Caller, where: TenantWhere<E>, patch: QueryDeepPartialEntity<E>): Promise<number> {
    this.assertOwn(caller, patch, 'update');
    return (await this.manager.update(this.entity, this.scope(caller, where), patch)).affected ?? 0;
  }

  /** @returns number of deleted rows. */
  async delete(caller: Caller, where: TenantWhere<E>): Promise<number> {
    return (await this.manager.delete(this.entity, this.scope(caller, where))).affected ?? 0;
  }

  /** Builds a query that can only be run. `build` shapes it freely; the scope is then applied around its conditions. */
  queryBuilder(
    caller: Caller,
    alias: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E> = (query) => query,
  ): ScopedQuery<E> {
    const query = build(this.manager.createQueryBuilder(this.entity, alias));
    const empresa = callerEmpresa(caller);
    if (empresa === null) return query;
    const { expressionMap } = query;
    const given = expressionMap.wheres;
    expressionMap.wheres = [];
    query.where(`${alias}.${this.empresaColumn} = :caller_empresa_id`, { caller_empresa_id: empresa });
    if (given.length > 0) {
      expressionMap.wheres.push({ type: 'and', condition: { operator: 'brackets', condition: given } });
    }
    return query;
  }

  /** The rows of such a query as one JSON text, written by Postgres. */
  protected async jsonRows(
    caller: Caller,
    alias: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
  ): Promise<string> {
    const query = this.queryBuilder(caller, alias, build) as SelectQueryBuilder<E>;
    const [sql, parameters] = query.getQueryAndParameters();
    const text = `SELECT coalesce(json_agg(r), '[]')::text AS json FROM (${sql}) AS r`;
    const [row] = await this.manager.query<{ json: string }[]>(text, parameters);
    return row?.json ?? '[]';
  }

  protected scope(caller: Caller, where?: TenantWhere<E>): TenantWhere<E> {
    return scopedWhere(caller, this.empresaColumn, where);
  }

  private byId(id: number): FindOptionsWhere<E> {
    return { [this.idColumn]: id } as FindOptionsWhere<E>;
  }

  private assertOwn(caller: Caller, row: object, kind: 'insert' | 'update'): void {
    const empresa = callerEmpresa(caller);
    if (empresa === null) return;
    const target = (row as ObjectLiteral)[this.empresaColumn] as unknown;
    if (target === empresa || (target === undefined && kind === 'update')) return;
    throw notFound();
  }
}
