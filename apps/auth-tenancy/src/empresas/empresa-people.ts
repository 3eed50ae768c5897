import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any, Not, type EntityManager } from 'typeorm';
import { PROPIO } from '../acceso.js';
import { GrantsService } from '../asignaciones/grants.service.js';
import { NADA } from '../asignaciones/asignables.js';
import { AsignacionesRepository } from '../asignaciones/asignaciones.repository.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { SessionsEnd } from '../sesiones/sessions-end.js';
import { UsuarioEntity } from '../usuarios/usuario.entity.js';
import { anotacionDeUsuario, anotacionesDeMudanza, retratoDeUsuario } from '../usuarios/usuario.retrato.js';
import { UsuariosRepository } from '../usuarios/usuarios.repository.js';

/** What becomes of a company's users when the company changes. The transaction holds the company's row. */
@Injectable()
export class EmpresaPeople {
  constructor(
    private readonly usuarios: UsuariosRepository,
    private readonly ends: SessionsEnd,
    private readonly grants: GrantsService,
    private readonly asignaciones: AsignacionesRepository,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** Ends the sessions of all but an admin_global, whom a company's suspension does not concern. */
  async sacar(tx: EntityManager, empresa_id: number): Promise<void> {
    const filas = await this.usuarios.bloquearVarios(tx, PROPIO, { empresa_id, rol: Not('admin_global') });
    const ids = filas.map((fila) => fila.id);
    await tx.increment(UsuarioEntity, { id: Any(ids) }, 'ver', 1);
    await this.ends.ofUsuarios(tx, ids);
  }

  /** Deletes them. An admin_global runs the installation, not the company: they stay, without one. */
  async despedir(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const filas = await this.usuarios.bloquearVarios(tx, PROPIO, { empresa_id });
    const ids = filas.map((fila) => fila.id);
    const conjuntos = await this.asignaciones.de(PROPIO, ids, tx);
    const retrato = (fila: UsuarioEntity) => retratoDeUsuario(fila, conjuntos.get(fila.id) ?? NADA);
    await this.ends.ofUsuarios(tx, ids);
    const seVan = filas.filter((fila) => fila.rol !== 'admin_global');
    const despedidos = seVan.map((fila) => fila.id);
    await this.auditoria.anotar(
      tx,
      caller,
      seVan.map((fila) => anotacionDeUsuario('usuario.eliminar', fila, retrato(fila), null)),
    );
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
      const mudanza = anotacionesDeMudanza([fila, retrato(fila)], [suelto, retratoDeUsuario(suelto, NADA)]);
      await this.auditoria.anotar(tx, caller, mudanza);
    }
  }
}
