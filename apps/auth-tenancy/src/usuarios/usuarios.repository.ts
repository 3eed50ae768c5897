import { noEncontrado, type Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { PROPIO } from '../acceso.js';
import { UsuarioEntity } from './usuario.entity.js';

/** Advisory lock of this database: held by whatever may leave the installation without an active admin_global. */
const CERROJO_DE_ADMINISTRADORES = 7_236_801;

@Injectable()
export class UsuariosRepository extends TenantRepository<UsuarioEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, UsuarioEntity);
  }

  /** @throws AppError `no_encontrado`. */
  async bloquear(tx: EntityManager, caller: Caller, id: number): Promise<UsuarioEntity> {
    const [fila] = await this.bloquearVarios(tx, caller, { id });
    if (!fila) throw noEncontrado();
    return fila;
  }

  /** Always by id, so that two writers never wait for each other. */
  bloquearVarios(tx: EntityManager, caller: Caller, where: FindOptionsWhere<UsuarioEntity>): Promise<UsuarioEntity[]> {
    return this.in(tx).find(caller, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Taken before any row's lock. */
  async bloquearAdministradores(tx: EntityManager): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [CERROJO_DE_ADMINISTRADORES]);
  }

  /** Needs {@link bloquearAdministradores}. Of every company: whoever asks, the rule is the installation's. */
  quedanAdministradores(tx: EntityManager, sin: number): Promise<number> {
    return this.in(tx).count(PROPIO, { rol: 'admin_global', activo: true, id: Not(sin) });
  }
}
