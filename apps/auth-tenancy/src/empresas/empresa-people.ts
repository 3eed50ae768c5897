import { Outbox } from '@acequia/bus';
import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any, Not, type EntityManager } from 'typeorm';
import { OWN } from '../access.js';
import { GrantsService } from '../asignaciones/grants.service.js';
import { NOTHING } from '../asignaciones/assignables.js';
import { AsignacionesRepository } from '../storage/asignaciones.repository.js';
import { AuditoriaService } from '../storage/auditoria.service.js';
import { SessionsEnd } from '../sessions/sessions-end.js';
import { UsuarioEntity } from '../storage/usuario.entity.js';
import { usuarioDeleted } from '../storage/usuario.eventos.js';
import { usuarioEntry, moveEntries, usuarioPortrait } from '../storage/usuario.retrato.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';

/** Applies a company's change to its users. The transaction must hold the company's row lock. */
@Injectable()
export class EmpresaPeople {
  constructor(
    private readonly usuarios: UsuariosRepository,
    private readonly ends: SessionsEnd,
    private readonly grants: GrantsService,
    private readonly asignaciones: AsignacionesRepository,
    private readonly auditoria: AuditoriaService,
    private readonly outbox: Outbox,
  ) {}

  /** Ends the sessions of the company's users, except an admin_global, who is not subject to a company's suspension. */
  async endSessions(tx: EntityManager, empresa_id: number): Promise<void> {
    const rows = await this.usuarios.lockSeveral(tx, OWN, { empresa_id, rol: Not('admin_global') });
    const ids = rows.map((fila) => fila.id);
    await tx.increment(UsuarioEntity, { id: Any(ids) }, 'ver', 1);
    await this.ends.ofUsuarios(tx, ids);
  }

  /** Deletes the company's users. An admin_global runs the installation and stays, without a company. */
  async dismiss(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const rows = await this.usuarios.lockSeveral(tx, OWN, { empresa_id });
    const ids = rows.map((fila) => fila.id);
    const sets = await this.asignaciones.ofUsuarios(OWN, ids, tx);
    const portrait = (fila: UsuarioEntity) => usuarioPortrait(fila, sets.get(fila.id) ?? NOTHING);
    await this.ends.ofUsuarios(tx, ids);
    const leaving = rows.filter((fila) => fila.rol !== 'admin_global');
    const gone = leaving.map((fila) => fila.id);
    await this.auditoria.note(
      tx,
      caller,
      leaving.map((fila) => usuarioEntry('usuario.eliminar', fila, portrait(fila), null)),
    );
    // The database deletes their sessions and grants by cascade.
    await this.usuarios.in(tx).delete(OWN, { id: Any(gone) });
    this.grants.forget(tx, gone);
    await this.outbox.emitAll(tx, 'usuario.eliminado', leaving.map(usuarioDeleted));
    for (const fila of rows.filter(({ rol }) => rol === 'admin_global')) {
      const freed = {
        ...fila,
        empresa_id: null,
        ver: fila.ver + 1,
        version: fila.version + 1,
        grants_version: fila.grants_version + 1,
      };
      await this.usuarios.in(tx).save(OWN, freed);
      await this.grants.save(tx, freed, NOTHING);
      const move = moveEntries([fila, portrait(fila)], [freed, usuarioPortrait(freed, NOTHING)]);
      await this.auditoria.note(tx, caller, move);
    }
  }
}
