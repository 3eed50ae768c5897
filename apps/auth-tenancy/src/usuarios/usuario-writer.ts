import { AppError, type AccionAuditada, type Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { PROPIO } from '../acceso.js';
import { estaVacio, menos, NADA } from '../asignaciones/asignables.js';
import { AsignacionesRepository, type Recursos } from '../asignaciones/asignaciones.repository.js';
import { GrantsService } from '../asignaciones/grants.service.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';
import { SessionsEnd } from '../sesiones/sessions-end.js';
import { Transactions } from '../transactions.js';
import type { UsuarioEntity } from './usuario.entity.js';
import { anotacionDeUsuario, anotacionesDeMudanza, retratoDeUsuario } from './usuario.retrato.js';
import { cupoDe, esAdministrador, esElMismo, exigirAlcance, terminaSesiones } from './usuarios.rules.js';
import { UsuariosRepository } from './usuarios.repository.js';

export type UsuarioNuevo = Omit<UsuarioEntity, 'id' | 'ver' | 'version' | 'grants_version'>;

export interface CambioDeUsuario {
  /** `usuario.<verb>`, for the trail. */
  accion: AccionAuditada;
  /** The company it will belong to. */
  destino: number | null;
  /** Columns to change, decided on the row as it is under its lock. */
  columnas: (fila: UsuarioEntity) => Partial<UsuarioNuevo>;
  /** The whole new set, and what of it inventory has vouched for; absent = unchanged. */
  recursos?: { nuevos: Recursos; verificados: Recursos };
}

/** The row is not the one that the change was prepared for: prepare it again. */
export class UsuarioCambio extends Error {}

const esEmailRepetido = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  'constraint' in error.driverError &&
  error.driverError.constraint === 'usuarios_email';

/** Writes users under the locks that keep limits, the last administrator and tenancy true for concurrent writers. */
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
  ) {}

  /** @throws AppError `limite_usuarios`, `email_duplicado`, `no_encontrado` (the company). */
  crear(caller: Caller, nuevo: UsuarioNuevo, recursos: Recursos): Promise<UsuarioEntity> {
    return this.enTransaccion(async (tx) => {
      if (nuevo.empresa_id !== null) await this.ocuparLugar(tx, caller, nuevo.empresa_id);
      return this.insertar(tx, caller, nuevo, recursos);
    });
  }

  /** Within a transaction that holds the company's row. */
  async insertar(tx: EntityManager, caller: Caller, nuevo: UsuarioNuevo, recursos: Recursos): Promise<UsuarioEntity> {
    const fila = await this.usuarios.in(tx).save(caller, { ...nuevo, ver: 1, version: 1, grants_version: 1 });
    await this.grants.guardar(tx, fila, recursos);
    await this.auditoria.anotar(tx, caller, [
      anotacionDeUsuario('usuario.crear', fila, null, retratoDeUsuario(fila, recursos)),
    ]);
    return fila;
  }

  /**
   * @param visto the row as the change was prepared on.
   * @throws UsuarioCambio; AppError `limite_usuarios`, `email_duplicado`, `ultimo_admin`, `sin_permiso`, `no_encontrado`.
   */
  cambiar(caller: Caller, visto: UsuarioEntity, cambio: CambioDeUsuario): Promise<UsuarioEntity> {
    return this.enTransaccion(async (tx) => {
      const seMuda = cambio.destino !== visto.empresa_id;
      if (visto.rol === 'admin_global') await this.usuarios.bloquearAdministradores(tx);
      if (seMuda && cambio.destino !== null) await this.ocuparLugar(tx, caller, cambio.destino);
      const fila = await this.bloquearComo(tx, caller, visto);
      const columnas = cambio.columnas(fila);
      const nueva = { ...fila, ...columnas, empresa_id: cambio.destino, version: fila.version + 1 };
      await this.protegerAcceso(tx, caller, fila, nueva);
      const cambiaClave = columnas.clave_hash !== undefined;
      const termina = terminaSesiones(fila, nueva, cambiaClave);
      if (termina) nueva.ver = fila.ver + 1;
      const actuales = await this.recursosDe(tx, fila.id);
      const recursos = this.recursosNuevos(seMuda, actuales, cambio);
      if (recursos) nueva.grants_version = fila.grants_version + 1;
      const { id, ...valores } = nueva;
      await this.usuarios.in(tx).update(PROPIO, { id }, valores);
      if (recursos) await this.grants.guardar(tx, nueva, recursos);
      if (termina) await this.ends.ofUsuarios(tx, [id]);
      const antes = retratoDeUsuario(fila, actuales);
      const despues = retratoDeUsuario(nueva, recursos ?? actuales, cambiaClave);
      const anotaciones = seMuda
        ? anotacionesDeMudanza([fila, antes], [nueva, despues])
        : [anotacionDeUsuario(cambio.accion, nueva, antes, despues)];
      await this.auditoria.anotar(tx, caller, anotaciones);
      return nueva;
    });
  }

  /** @throws UsuarioCambio; AppError `ultimo_admin`, `sin_permiso`, `no_encontrado`. */
  eliminar(caller: Caller, visto: UsuarioEntity): Promise<void> {
    return this.enTransaccion(async (tx) => {
      if (visto.rol === 'admin_global') await this.usuarios.bloquearAdministradores(tx);
      const fila = await this.bloquearComo(tx, caller, visto);
      await this.protegerAcceso(tx, caller, fila, null);
      const recursos = await this.recursosDe(tx, fila.id);
      await this.ends.ofUsuarios(tx, [fila.id]);
      this.grants.olvidar(tx, [fila.id]);
      await this.usuarios.in(tx).delete(PROPIO, { id: fila.id });
      const antes = retratoDeUsuario(fila, recursos);
      await this.auditoria.anotar(tx, caller, [anotacionDeUsuario('usuario.eliminar', fila, antes, null)]);
    });
  }

  /** The company's row stays locked, so that of two who want its last place one sees the other. */
  private async ocuparLugar(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const empresa = await this.empresas.bloquear(tx, caller, empresa_id);
    const cupo = cupoDe(empresa.limite_usuarios);
    if (cupo === null) return;
    const usuarios = await this.usuarios.in(tx).count(PROPIO, { empresa_id });
    if (usuarios >= cupo) throw new AppError('limite_usuarios');
  }

  /** The row under its lock, provided that the locks taken before it are still the right ones. */
  private async bloquearComo(tx: EntityManager, caller: Caller, visto: UsuarioEntity): Promise<UsuarioEntity> {
    const fila = await this.usuarios.bloquear(tx, caller, visto.id);
    exigirAlcance(caller, fila.rol);
    if (fila.rol !== visto.rol || fila.empresa_id !== visto.empresa_id) throw new UsuarioCambio();
    return fila;
  }

  /** Neither the last administrator nor oneself is shut out. @param despues null = deleted. */
  private async protegerAcceso(
    tx: EntityManager,
    caller: Caller,
    fila: UsuarioEntity,
    despues: UsuarioEntity | null,
  ): Promise<void> {
    const dejaDeSerlo = esAdministrador(fila) && (despues === null || !esAdministrador(despues));
    if (dejaDeSerlo && (await this.usuarios.quedanAdministradores(tx, fila.id)) === 0) {
      throw new AppError('ultimo_admin');
    }
    if (esElMismo(caller, fila.id) && (despues === null || !despues.activo)) throw new AppError('uno_mismo');
  }

  private async recursosDe(tx: EntityManager, usuario_id: number): Promise<Recursos> {
    return (await this.asignaciones.de(PROPIO, [usuario_id], tx)).get(usuario_id) ?? NADA;
  }

  /** The set to write; null when it stays as it is. What came with the old company does not go along to the new one. */
  private recursosNuevos(seMuda: boolean, actuales: Recursos, { recursos }: CambioDeUsuario): Recursos | null {
    if (!recursos) return seMuda ? NADA : null;
    const { nuevos, verificados } = recursos;
    const agregados = menos(nuevos, seMuda ? NADA : actuales);
    if (!estaVacio(menos(agregados, verificados))) throw new UsuarioCambio();
    return !seMuda && estaVacio(agregados) && estaVacio(menos(actuales, nuevos)) ? null : nuevos;
  }

  private async enTransaccion<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.transactions.run(work);
    } catch (error) {
      throw esEmailRepetido(error) ? new AppError('email_duplicado') : error;
    }
  }
}
