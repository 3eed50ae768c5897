import { noEncontrado, sistema, type Asignaciones, type Caller } from '@acequia/contracts';
import { GrantsWriter } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { PROPIO } from '../acceso.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { Transactions } from '../transactions.js';
import { UsuarioEntity } from '../usuarios/usuario.entity.js';
import { anotacionDeUsuario } from '../usuarios/usuario.retrato.js';
import { UsuariosRepository } from '../usuarios/usuarios.repository.js';
import type { TipoRecurso } from './asignacion.entity.js';
import { AsignacionesRepository, type Recursos } from './asignaciones.repository.js';

/** Writes grants: to the tables within a transaction, to the cache that all services read once it is committed. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly asignaciones: AsignacionesRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly writer: GrantsWriter,
    private readonly transactions: Transactions,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** A usuario asks for their own only. @throws AppError `no_encontrado`. */
  async deUsuario(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    const ajeno = caller.tipo === 'persona' && caller.rol === 'usuario' && caller.usuario_id !== usuario_id;
    const conjunto = ajeno ? undefined : (await this.asignaciones.de(caller, [usuario_id])).get(usuario_id);
    if (!conjunto) throw noEncontrado();
    return conjunto;
  }

  /** For a row that the transaction holds and that already has its new `grants_version`. */
  async guardar(tx: EntityManager, usuario: UsuarioEntity, recursos: Recursos): Promise<void> {
    await this.asignaciones.reemplazar(tx, usuario.id, usuario.empresa_id, recursos);
    await this.publicar(tx, [usuario.id]);
  }

  /** For users that the transaction deletes. */
  olvidar(tx: EntityManager, usuario_ids: readonly number[]): void {
    this.transactions.afterCommit(tx, () => Promise.all(usuario_ids.map((id) => this.writer.drop(id))));
  }

  /** A resource left its company (deleted or moved): nobody there has it any longer. */
  async quitarRecurso(tx: EntityManager, tipo: TipoRecurso, recurso_id: number, empresa_id: number): Promise<void> {
    const conEl = await this.asignaciones.usuariosCon(tx, tipo, recurso_id, empresa_id);
    if (conEl.length === 0) return;
    const filas = await this.usuarios.bloquearVarios(tx, PROPIO, { id: Any(conEl), empresa_id });
    const ids = filas.map((fila) => fila.id);
    const antes = await this.asignaciones.de(PROPIO, ids, tx);
    await this.asignaciones.quitar(tx, tipo, recurso_id, ids);
    await tx.increment(UsuarioEntity, { id: Any(ids) }, 'grants_version', 1);
    await this.publicar(tx, ids);
    const campo = tipo === 'switch' ? 'switches' : 'dispositivos';
    await this.auditoria.anotar(
      tx,
      sistema('inventory'),
      filas.map((fila) => {
        const tenia = antes.get(fila.id)?.[campo] ?? [];
        const quedan = tenia.filter((id) => id !== recurso_id);
        return anotacionDeUsuario('usuario.desasignar', fila, { [campo]: tenia }, { [campo]: quedan });
      }),
    );
  }

  private async publicar(tx: EntityManager, usuario_ids: readonly number[]): Promise<void> {
    const conjuntos = [...(await this.asignaciones.de(PROPIO, usuario_ids, tx)).values()];
    this.transactions.afterCommit(tx, () => Promise.all(conjuntos.map((conjunto) => this.writer.put(conjunto))));
  }
}
