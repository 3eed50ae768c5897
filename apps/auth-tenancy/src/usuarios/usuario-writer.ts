import { Outbox } from '@acequia/bus';
import { AppError, type AuditedAction, type Caller, type Rol, takesPlace } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { OWN } from '../access.js';
import { isEmpty, less, NOTHING } from '../asignaciones/assignables.js';
import { AsignacionesRepository, type Resources } from '../storage/asignaciones.repository.js';
import { GrantsService } from '../asignaciones/grants.service.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { SessionsEnd } from '../sessions/sessions-end.js';
import { Transactions } from '../storage/transactions.js';
import type { UsuarioEntity } from '../storage/usuario.entity.js';
import { usuarioDeleted } from '../storage/usuario.eventos.js';
import { usuarioEntry, moveEntries, usuarioPortrait } from '../storage/usuario.retrato.js';
import { quotaOf, isAdministrator, isTheSame, endsSessions, suspensionAfter } from './usuarios.rules.js';
import { NO_GLOBAL, UsuariosRepository } from '../storage/usuarios.repository.js';

export type NewUsuario = Omit<UsuarioEntity, 'id' | 'suspension_global' | 'ver' | 'version' | 'grants_version'>;

export interface UsuarioChange {
  /** `usuario.<verb>`, for the trail. */
  accion: AuditedAction;
  /** The company that the user will belong to. */
  destino: number | null;
  /** Columns to change, computed from the locked row. */
  columnas: (fila: UsuarioEntity) => Partial<NewUsuario>;
  /** `added`: the whole new set; `verified`: the part of it that inventory has verified. Absent = unchanged. */
  resources?: { added: Resources; verified: Resources };
}

/** The row differs from the one that the change was prepared for: the caller prepares the change again. */
export class UsuarioFieldsChange extends Error {}

const isRepeatedEmail = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  'constraint' in error.driverError &&
  error.driverError.constraint === 'usuarios_email';

/** Writes users under locks that keep user limits, the last administrator and tenancy correct for concurrent writers. */
@Injectable()
export class UsuarioWriter {
  constructor(
    private readonly transactions: Transactions,
    private readonly usuarios: UsuariosRepository,
    private readonly empresas: EmpresasRepository,
    private readonly asignaciones: AsignacionesRepository,
    private readonly grants: GrantsService,
    private readonly ends: SessionsEnd,
    private readonly auditoria: AuditoriaService,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `limite_usuarios`, `email_duplicado`, `no_encontrado` (the company). */
  crear(caller: Caller, created: NewUsuario, resources: Resources): Promise<UsuarioEntity> {
    return this.inTransaction((tx) => this.createIn(tx, caller, created, resources));
  }

  /** Within a transaction of the caller. @throws AppError `limite_usuarios`, `no_encontrado` (the company). */
  async createIn(tx: EntityManager, caller: Caller, created: NewUsuario, resources: Resources): Promise<UsuarioEntity> {
    if (created.empresa_id !== null) await this.takePlace(tx, caller, created.empresa_id, created.rol);
    return this.insert(tx, caller, created, resources);
  }

  /** The transaction must hold the company's row lock. */
  async insert(tx: EntityManager, caller: Caller, created: NewUsuario, resources: Resources): Promise<UsuarioEntity> {
    const suspension_global = suspensionAfter(caller, null, created.activo);
    const versions = { ver: 1, version: 1, grants_version: 1 };
    const fila = await this.usuarios.in(tx).save(caller, { ...created, suspension_global, ...versions });
    await this.grants.save(tx, fila, resources);
    await this.auditoria.note(tx, caller, [
      usuarioEntry('usuario.crear', fila, null, usuarioPortrait(fila, resources)),
    ]);
    return fila;
  }

  /**
   * @param seen the row that the change was prepared on.
   * @throws UsuarioFieldsChange; AppError `limite_usuarios`, `email_duplicado`, `ultimo_admin`, `puesto_por_la_plataforma`, `no_encontrado`.
   */
  change(caller: Caller, seen: UsuarioEntity, cambio: UsuarioChange): Promise<UsuarioEntity> {
    return this.inTransaction(async (tx) => {
      const movesOver = cambio.destino !== seen.empresa_id;
      if (seen.rol === 'admin_global') await this.usuarios.lockAdministrators(tx);
      const { rol = seen.rol } = cambio.columnas(seen);
      const becomesSeen = seen.rol === 'admin_global' && takesPlace({ rol });
      if (cambio.destino !== null && (movesOver || becomesSeen)) await this.takePlace(tx, caller, cambio.destino, rol);
      const fila = await this.lockSeen(tx, caller, seen);
      const columnas = cambio.columnas(fila);
      const nueva = { ...fila, ...columnas, empresa_id: cambio.destino, version: fila.version + 1 };
      nueva.suspension_global = suspensionAfter(caller, fila, nueva.activo);
      await this.protectAccess(tx, caller, fila, nueva);
      const cambiaClave = columnas.clave_hash !== undefined;
      const ends = endsSessions(fila, nueva, cambiaClave);
      if (ends) nueva.ver = fila.ver + 1;
      const current = await this.resourcesOf(tx, fila.id);
      const resources = this.newResources(movesOver, current, cambio);
      if (resources) nueva.grants_version = fila.grants_version + 1;
      const { id, ...values } = nueva;
      await this.usuarios.in(tx).update(OWN, { id }, values);
      if (resources) await this.grants.save(tx, nueva, resources);
      if (ends) await this.ends.ofUsuarios(tx, [id]);
      const antes = usuarioPortrait(fila, current);
      const despues = usuarioPortrait(nueva, resources ?? current, cambiaClave);
      const entries = movesOver
        ? moveEntries([fila, antes], [nueva, despues])
        : [usuarioEntry(cambio.accion, nueva, antes, despues)];
      await this.auditoria.note(tx, caller, entries);
      return nueva;
    });
  }

  /** @throws UsuarioFieldsChange; AppError `ultimo_admin`, `no_encontrado`. */
  eliminar(caller: Caller, seen: UsuarioEntity): Promise<void> {
    return this.inTransaction(async (tx) => {
      if (seen.rol === 'admin_global') await this.usuarios.lockAdministrators(tx);
      const fila = await this.lockSeen(tx, caller, seen);
      await this.protectAccess(tx, caller, fila, null);
      const resources = await this.resourcesOf(tx, fila.id);
      await this.ends.ofUsuarios(tx, [fila.id]);
      this.grants.forget(tx, [fila.id]);
      await this.usuarios.in(tx).delete(OWN, { id: fila.id });
      await this.outbox.emit(tx, 'usuario.eliminado', usuarioDeleted(fila));
      const antes = usuarioPortrait(fila, resources);
      await this.auditoria.note(tx, caller, [usuarioEntry('usuario.eliminar', fila, antes, null)]);
    });
  }

  /** Keeps the company's row locked, so that two writers cannot both take the last place. An admin_global takes none. */
  private async takePlace(tx: EntityManager, caller: Caller, empresa_id: number, rol: Rol): Promise<void> {
    const empresa = await this.empresas.lockRow(tx, caller, empresa_id);
    const quota = quotaOf(empresa.limite_usuarios);
    if (quota === null || !takesPlace({ rol })) return;
    const usuarios = await this.usuarios.in(tx).count(OWN, { empresa_id, rol: NO_GLOBAL });
    if (usuarios >= quota) throw new AppError('limite_usuarios');
  }

  /** Locks the row and checks that the locks taken before it are still the right ones. */
  private async lockSeen(tx: EntityManager, caller: Caller, seen: UsuarioEntity): Promise<UsuarioEntity> {
    const fila = await this.usuarios.lockRow(tx, caller, seen.id);
    if (fila.rol !== seen.rol || fila.empresa_id !== seen.empresa_id) throw new UsuarioFieldsChange();
    return fila;
  }

  /** Refuses to lock out the last administrator or the caller. @param despues null = deleted. */
  private async protectAccess(
    tx: EntityManager,
    caller: Caller,
    fila: UsuarioEntity,
    despues: UsuarioEntity | null,
  ): Promise<void> {
    const ceasesToBe = isAdministrator(fila) && (despues === null || !isAdministrator(despues));
    if (ceasesToBe && (await this.usuarios.administratorsRemain(tx, fila.id)) === 0) {
      throw new AppError('ultimo_admin');
    }
    if (isTheSame(caller, fila.id) && (despues === null || !despues.activo)) throw new AppError('uno_mismo');
  }

  private async resourcesOf(tx: EntityManager, usuario_id: number): Promise<Resources> {
    return (await this.asignaciones.ofUsuarios(OWN, [usuario_id], tx)).get(usuario_id) ?? NOTHING;
  }

  /** The resources to write; null = unchanged. Resources of the old company are dropped when the user moves to another. */
  private newResources(movesOver: boolean, current: Resources, { resources }: UsuarioChange): Resources | null {
    if (!resources) return movesOver ? NOTHING : null;
    const { added, verified } = resources;
    const aggregates = less(added, movesOver ? NOTHING : current);
    if (!isEmpty(less(aggregates, verified))) throw new UsuarioFieldsChange();
    return !movesOver && isEmpty(aggregates) && isEmpty(less(current, added)) ? null : added;
  }

  private async inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.transactions.run(work);
    } catch (error) {
      throw isRepeatedEmail(error) ? new AppError('email_duplicado') : error;
    }
  }
}
