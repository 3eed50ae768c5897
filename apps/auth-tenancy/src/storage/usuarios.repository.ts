import { callerEmpresa, notFound, type Caller, type Pagina, type Rol, type Usuario } from '@acequia/contracts';
import { type Columns, inPages, selected, TenantRepository, type TenantWhere } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { OWN } from '../access.js';
import { EmpresaEntity } from './empresa.entity.js';
import { UsuarioEntity } from './usuario.entity.js';

/** Advisory lock of this database, held by every change that could leave the installation without an active admin_global. */
const ADMINISTRATORS_LOCK = 7_236_801;

/** A user's assignments in the contract's form. Put together as text: to make a hundred thousand objects takes Postgres twice as long. */
const assigned = (tipo: 'dispositivo' | 'switch'): string => `
  coalesce('[{"id":' || nullif(array_to_string(ARRAY(SELECT a.recurso_id FROM asignaciones a
    WHERE a.usuario_id = u.id AND a.tipo = '${tipo}' ORDER BY a.recurso_id), '},{"id":'), '') || '}]', '[]')::json`;

const COLUMNS: Columns<Usuario> = {
  id: 'u.id',
  nombre: 'u.nombre',
  email: 'u.email',
  rol: 'u.rol',
  empresa_id: 'u.empresa_id',
  empresa_nombre: 'e.nombre',
  activo: 'u.activo::integer',
  dispositivos_asignados: assigned('dispositivo'),
  switches_asignados: assigned('switch'),
  version: 'u.version',
};

export const NO_GLOBAL = Not<Rol>('admin_global');

@Injectable()
export class UsuariosRepository extends TenantRepository<UsuarioEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, UsuarioEntity);
  }

  /** JSON of users in the contract's form, ordered by id. @param empresa_id null = every company */
  page(caller: Caller, empresa_id: number | null, pagina: Pagina): Promise<string> {
    return this.jsonRows(caller, 'u', (query) => {
      query.select(selected(COLUMNS)).leftJoin(EmpresaEntity, 'e', 'e.id = u.empresa_id');
      if (callerEmpresa(caller) !== null) query.andWhere({ rol: NO_GLOBAL });
      if (empresa_id !== null) query.andWhere('u.empresa_id = :empresa_id', { empresa_id });
      return inPages(query, 'u.id', pagina);
    });
  }

  /** To the people of a company an admin_global is not there, whatever company their row names. */
  protected override scope(caller: Caller, where?: TenantWhere<UsuarioEntity>): TenantWhere<UsuarioEntity> {
    const scoped = super.scope(caller, where);
    if (callerEmpresa(caller) === null) return scoped;
    const narrow = (one: FindOptionsWhere<UsuarioEntity>) => ({ ...one, rol: NO_GLOBAL });
    return Array.isArray(scoped) ? scoped.map(narrow) : narrow(scoped);
  }

  /** @throws AppError `no_encontrado`. */
  async lockRow(tx: EntityManager, caller: Caller, id: number): Promise<UsuarioEntity> {
    const [fila] = await this.lockSeveral(tx, caller, { id });
    if (!fila) throw notFound();
    return fila;
  }

  /** Locks in the order of ids, so that two writers cannot deadlock. */
  lockSeveral(tx: EntityManager, caller: Caller, where: FindOptionsWhere<UsuarioEntity>): Promise<UsuarioEntity[]> {
    return this.in(tx).find(caller, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Must be taken before any row lock. */
  async lockAdministrators(tx: EntityManager): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
  }

  /** Requires {@link lockAdministrators}. Counts over every company for any caller, because the rule is the installation's. */
  administratorsRemain(tx: EntityManager, sin: number): Promise<number> {
    return this.in(tx).count(OWN, { rol: 'admin_global', activo: true, id: Not(sin) });
  }
}
