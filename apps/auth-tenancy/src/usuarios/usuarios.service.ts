import {
  AppError,
  type AuditedAction,
  type Asignaciones,
  type Caller,
  type CallRequest,
  type Usuario,
  type UsuarioSave,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { requireAdmin, requireEmpresa, invalid, OWN } from '../access.js';
import { Assignables, less, NOTHING } from '../asignaciones/assignables.js';
import { AsignacionesRepository } from '../storage/asignaciones.repository.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { PasswordHasher } from '../sessions/password-hasher.js';
import type { UsuarioEntity } from '../storage/usuario.entity.js';
import { UsuarioFieldsChange, UsuarioWriter } from './usuario-writer.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { targetEmpresa, requireVersion } from './usuarios.rules.js';
import { texts } from '../textos.js';

/** How often a change is prepared again when concurrent changes hit the same row. */
const ATTEMPTS = 5;

@Injectable()
export class UsuariosService {
  constructor(
    private readonly usuarios: UsuariosRepository,
    private readonly empresas: EmpresasRepository,
    private readonly asignaciones: AsignacionesRepository,
    private readonly assignables: Assignables,
    private readonly hasher: PasswordHasher,
    private readonly writer: UsuarioWriter,
  ) {}

  /** JSON of {@link Usuario}s. @throws AppError `no_encontrado` when the company is absent or not the caller's. */
  async list(caller: Caller, { empresa_id, ...pagina }: CallRequest<'usuarios.listar'>): Promise<string> {
    requireAdmin(caller);
    if (empresa_id !== undefined) {
      requireEmpresa(caller, empresa_id);
      await this.empresas.getOrFail(caller, empresa_id);
    }
    return this.usuarios.page(caller, empresa_id ?? null, pagina);
  }

  async nombre(caller: Caller, id: number): Promise<string> {
    return (await this.usuarios.getOrFail(caller, id)).nombre;
  }

  /** Names of the ids that exist. */
  async names(caller: Caller, ids: number[]): Promise<Pick<Usuario, 'id' | 'nombre'>[]> {
    const rows = await this.usuarios.find(caller, { where: { id: In(ids) }, order: { id: 'ASC' } });
    return rows.map(({ id, nombre }) => ({ id, nombre }));
  }

  async crear(caller: Caller, data: UsuarioSave): Promise<Usuario> {
    requireAdmin(caller);
    const empresa_id = targetEmpresa(caller, data);
    if (data.password === null) throw invalid('password', texts.passwordMissing);
    const { nombre, email, rol, dispositivos, switches } = data;
    const resources = { dispositivos, switches };
    await this.assignables.verificar(caller, empresa_id, resources);
    const clave_hash = await this.hash(caller, data.password, data, empresa_id);
    const created = { nombre, email, clave_hash, rol, empresa_id, activo: data.activo === 1 };
    return this.one(caller, await this.writer.crear(caller, created, resources));
  }

  /** @throws AppError `version_vieja`, with the current user, when `version` is sent and outdated. */
  async actualizar(caller: Caller, data: CallRequest<'usuarios.actualizar'>): Promise<Usuario> {
    requireAdmin(caller);
    try {
      return await this.replace(caller, data);
    } catch (error) {
      if (!(error instanceof AppError) || error.codigo !== 'version_vieja') throw error;
      throw new AppError('version_vieja', {
        actual: await this.one(caller, await this.usuarios.getOrFail(caller, data.id)),
      });
    }
  }

  suspender(caller: Caller, id: number): Promise<Usuario> {
    return this.activar(caller, id, 'usuario.suspender', false);
  }

  reactivar(caller: Caller, id: number): Promise<Usuario> {
    return this.activar(caller, id, 'usuario.reactivar', true);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    await this.preparing(caller, id, (seen) => this.writer.eliminar(caller, seen));
  }

  private async replace(caller: Caller, data: CallRequest<'usuarios.actualizar'>): Promise<Usuario> {
    const { id, nombre, email, rol, version } = data;
    // The row is checked first, so that a foreign id answers like an absent one for every body.
    requireVersion(await this.usuarios.getOrFail(caller, id), version);
    const destino = targetEmpresa(caller, data);
    const clave = data.password === null ? {} : { clave_hash: await this.hash(caller, data.password, data, destino) };
    return this.insist(caller, id, async (seen) => {
      const added = { dispositivos: data.dispositivos, switches: data.switches };
      const current = seen.empresa_id === destino ? (await this.asignaciones.ofUsuarios(OWN, [id])).get(id) : undefined;
      const verified = less(added, current ?? NOTHING);
      await this.assignables.verificar(caller, destino, verified);
      return this.writer.change(caller, seen, {
        accion: 'usuario.actualizar',
        destino,
        resources: { added, verified },
        columnas: (fila) => {
          requireVersion(fila, version);
          return { nombre, email, rol, activo: data.activo === 1, ...clave };
        },
      });
    });
  }

  /** @throws AppError `clave_comun` for a common password, or one made of its owner's data. */
  private async hash(
    caller: Caller,
    clave: string,
    { nombre, email }: Pick<UsuarioSave, 'nombre' | 'email'>,
    empresa_id: number | null,
  ): Promise<string> {
    const empresa = empresa_id === null ? null : (await this.empresas.getOrFail(caller, empresa_id)).nombre;
    return this.hasher.hashNew(clave, { nombre, email, empresa });
  }

  private async activar(caller: Caller, id: number, accion: AuditedAction, activo: boolean): Promise<Usuario> {
    requireAdmin(caller);
    return this.insist(caller, id, (seen) =>
      this.writer.change(caller, seen, { accion, destino: seen.empresa_id, columnas: () => ({ activo }) }),
    );
  }

  private async insist(
    caller: Caller,
    id: number,
    change: (seen: UsuarioEntity) => Promise<UsuarioEntity>,
  ): Promise<Usuario> {
    return this.one(caller, await this.preparing(caller, id, change));
  }

  private async preparing<T>(caller: Caller, id: number, change: (seen: UsuarioEntity) => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const seen = await this.usuarios.getOrFail(caller, id);
      try {
        return await change(seen);
      } catch (error) {
        if (!(error instanceof UsuarioFieldsChange)) throw error;
      }
    }
    throw new AppError('version_vieja');
  }

  private async one(caller: Caller, fila: UsuarioEntity): Promise<Usuario> {
    const [usuario] = await this.inContract(caller, [fila]);
    if (!usuario) throw new Error('a row became nothing');
    return usuario;
  }

  /** Needs three queries for any number of rows. */
  private async inContract(caller: Caller, rows: readonly UsuarioEntity[]): Promise<Usuario[]> {
    const [names, sets] = await Promise.all([
      this.empresas.names(
        caller,
        rows.map((fila) => fila.empresa_id),
      ),
      this.asignaciones.ofUsuarios(
        caller,
        rows.map((fila) => fila.id),
      ),
    ]);
    return rows.map((fila) => inContract(fila, names, sets.get(fila.id)));
  }
}

const inContract = (
  { id, nombre, email, rol, empresa_id, activo, version }: UsuarioEntity,
  names: Map<number, string>,
  set: Asignaciones | undefined,
): Usuario => ({
  id,
  nombre,
  email,
  rol,
  empresa_id,
  empresa_nombre: empresa_id === null ? null : (names.get(empresa_id) ?? null),
  activo: activo ? 1 : 0,
  dispositivos_asignados: (set?.dispositivos ?? []).map((each) => ({ id: each })),
  switches_asignados: (set?.switches ?? []).map((each) => ({ id: each })),
  version,
});
