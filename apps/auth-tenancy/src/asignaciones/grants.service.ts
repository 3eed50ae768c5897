import { notFound, sistema, type Asignaciones, type Caller } from '@acequia/contracts';
import { GrantsWriter } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { OWN } from '../access.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { Transactions } from '../storage/transactions.js';
import { UsuarioEntity } from '../storage/usuario.entity.js';
import { usuarioEntry } from '../storage/usuario.retrato.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import type { ResourceTipo } from '../storage/asignacion.entity.js';
import { AsignacionesRepository, type Resources } from '../storage/asignaciones.repository.js';

/** Writes grants to the tables within a transaction, and after its commit to the cache that all services read. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly asignaciones: AsignacionesRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly writer: GrantsWriter,
    private readonly transactions: Transactions,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** A usuario may read only their own grants. @throws AppError `no_encontrado`. */
  async ofUsuario(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    const foreign = caller.tipo === 'persona' && caller.rol === 'usuario' && caller.usuario_id !== usuario_id;
    const set = foreign ? undefined : (await this.asignaciones.ofUsuarios(caller, [usuario_id])).get(usuario_id);
    if (!set) throw notFound();
    return set;
  }

  /** The transaction must hold the user's row lock and have raised `grants_version` already. */
  async save(tx: EntityManager, usuario: UsuarioEntity, resources: Resources): Promise<void> {
    await this.asignaciones.replace(tx, usuario.id, usuario.empresa_id, resources);
    await this.publish(tx, [usuario.id]);
  }

  /** Drops the cached grants of users that the transaction deletes. */
  forget(tx: EntityManager, usuario_ids: readonly number[]): void {
    this.transactions.afterCommit(tx, () => Promise.all(usuario_ids.map((id) => this.writer.drop(id))));
  }

  /** Removes the grants of a resource that left its company (deleted or moved). */
  async removeResource(tx: EntityManager, tipo: ResourceTipo, recurso_id: number, empresa_id: number): Promise<void> {
    const holders = await this.asignaciones.holdersOf(tx, tipo, recurso_id, empresa_id);
    if (holders.length === 0) return;
    const rows = await this.usuarios.lockSeveral(tx, OWN, { id: Any(holders), empresa_id });
    const ids = rows.map((fila) => fila.id);
    const antes = await this.asignaciones.ofUsuarios(OWN, ids, tx);
    await this.asignaciones.remove(tx, tipo, recurso_id, ids);
    await tx.increment(UsuarioEntity, { id: Any(ids) }, 'grants_version', 1);
    await this.publish(tx, ids);
    const campo = tipo === 'switch' ? 'switches' : 'dispositivos';
    await this.auditoria.note(
      tx,
      sistema('inventory'),
      rows.map((fila) => {
        const tenia = antes.get(fila.id)?.[campo] ?? [];
        const remain = tenia.filter((id) => id !== recurso_id);
        return usuarioEntry('usuario.desasignar', fila, { [campo]: tenia }, { [campo]: remain });
      }),
    );
  }

  private async publish(tx: EntityManager, usuario_ids: readonly number[]): Promise<void> {
    const sets = [...(await this.asignaciones.ofUsuarios(OWN, usuario_ids, tx)).values()];
    this.transactions.afterCommit(tx, () => Promise.all(sets.map((set) => this.writer.put(set))));
  }
}
