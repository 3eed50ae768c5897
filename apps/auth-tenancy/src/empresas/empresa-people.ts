import { Injectable } from '@nestjs/common';
import { Any, Not, type EntityManager } from 'typeorm';
import { PROPIO } from '../acceso.js';
import { GrantsService } from '../asignaciones/grants.service.js';
import { NADA } from '../asignaciones/asignables.js';
import { SessionsEnd } from '../sesiones/sessions-end.js';
import { UsuarioEntity } from '../usuarios/usuario.entity.js';
import { UsuariosRepository } from '../usuarios/usuarios.repository.js';

/** What becomes of a company's users when the company changes. The transaction holds the company's row. */
@Injectable()
export class EmpresaPeople {
  constructor(
    private readonly usuarios: UsuariosRepository,
    private readonly ends: SessionsEnd,
    private readonly grants: GrantsService,
  ) {}

  /** Ends the sessions of all but an admin_global, whom a company's suspension does not concern. */
  async sacar(tx: EntityManager, empresa_id: number): Promise<void> {
    const filas = await this.usuarios.bloquearVarios(tx, PROPIO, { empresa_id, rol: Not('admin_global') });
    const ids = filas.map((fila) => fila.id);
    await tx.increment(UsuarioEntity, { id: Any(ids) }, 'ver', 1);
    await this.ends.ofUsuarios(tx, ids);
  }

  /** Deletes them. An admin_global runs the installation, not the company: they stay, without one. */
  async despedir(tx: EntityManager, empresa_id: number): Promise<void> {
    const filas = await this.usuarios.bloquearVarios(tx, PROPIO, { empresa_id });
    await this.ends.ofUsuarios(
      tx,
      filas.map((fila) => fila.id),
    );
    const despedidos = filas.filter((fila) => fila.rol !== 'admin_global').map((fila) => fila.id);
    // Sessions and grants go with the rows.
    await this.usuarios.in(tx).delete(PROPIO, { id: Any(despedidos) });
    this.grants.olvidar(tx, despedidos);
    for (const fila of filas.filter(({ rol }) => rol === 'admin_global')) {
      const suelto = {
        ...fila,
        empresa_id: null,
        ver: fila.ver + 1,
        version: fila.version + 1,
        grants_version: fila.grants_version + 1,
      };
      await this.usuarios.in(tx).save(PROPIO, suelto);
      await this.grants.guardar(tx, suelto, NADA);
    }
  }
}
