import {
  AppError,
  type AccionAuditada,
  type Asignaciones,
  type Caller,
  type CallRequest,
  type Usuario,
  type UsuarioGuardar,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { exigirAdmin, exigirEmpresa, invalido, PROPIO } from '../acceso.js';
import { Asignables, menos, NADA } from '../asignaciones/asignables.js';
import { AsignacionesRepository } from '../asignaciones/asignaciones.repository.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';
import { PasswordHasher } from '../sesiones/password-hasher.js';
import type { UsuarioEntity } from './usuario.entity.js';
import { UsuarioCambio, UsuarioWriter } from './usuario-writer.js';
import { UsuariosRepository } from './usuarios.repository.js';
import { empresaDestino, exigirAlcance, exigirVersion } from './usuarios.rules.js';

/** How often a change is prepared anew when others change the same row under it. */
const INTENTOS = 5;

@Injectable()
export class UsuariosService {
  constructor(
    private readonly usuarios: UsuariosRepository,
    private readonly empresas: EmpresasRepository,
    private readonly asignaciones: AsignacionesRepository,
    private readonly asignables: Asignables,
    private readonly hasher: PasswordHasher,
    private readonly writer: UsuarioWriter,
  ) {}

  /** @throws AppError `no_encontrado` for a company that is absent or not the caller's. */
  async listar(caller: Caller, empresa_id: number | undefined): Promise<Usuario[]> {
    exigirAdmin(caller);
    if (empresa_id !== undefined) {
      exigirEmpresa(caller, empresa_id);
      await this.empresas.getOrFail(caller, empresa_id);
    }
    return this.usuarios.leer(caller, empresa_id ?? null);
  }

  async nombre(caller: Caller, id: number): Promise<string> {
    return (await this.usuarios.getOrFail(caller, id)).nombre;
  }

  /** Of those that there are. */
  async nombres(caller: Caller, ids: number[]): Promise<Pick<Usuario, 'id' | 'nombre'>[]> {
    const filas = await this.usuarios.find(caller, { where: { id: In(ids) }, order: { id: 'ASC' } });
    return filas.map(({ id, nombre }) => ({ id, nombre }));
  }

  async crear(caller: Caller, datos: UsuarioGuardar): Promise<Usuario> {
    exigirAdmin(caller);
    const empresa_id = empresaDestino(caller, datos);
    if (datos.password === null) throw invalido('password', 'La contraseña es obligatoria');
    const { nombre, email, rol, dispositivos, switches } = datos;
    const recursos = { dispositivos, switches };
    await this.asignables.verificar(caller, empresa_id, recursos);
    const clave_hash = await this.hash(caller, datos.password, datos, empresa_id);
    const nuevo = { nombre, email, clave_hash, rol, empresa_id, activo: datos.activo === 1 };
    return this.uno(caller, await this.writer.crear(caller, nuevo, recursos));
  }

  /** @throws AppError `version_vieja`, with the user as they are now, when `version` is sent and stale. */
  async actualizar(caller: Caller, datos: CallRequest<'usuarios.actualizar'>): Promise<Usuario> {
    exigirAdmin(caller);
    try {
      return await this.reemplazar(caller, datos);
    } catch (error) {
      if (!(error instanceof AppError) || error.codigo !== 'version_vieja') throw error;
      throw new AppError('version_vieja', { actual: await this.uno(caller, await this.alcanzable(caller, datos.id)) });
    }
  }

  suspender(caller: Caller, id: number): Promise<Usuario> {
    return this.activar(caller, id, 'usuario.suspender', false);
  }

  reactivar(caller: Caller, id: number): Promise<Usuario> {
    return this.activar(caller, id, 'usuario.reactivar', true);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    await this.preparando(caller, id, (visto) => this.writer.eliminar(caller, visto));
  }

  private async reemplazar(caller: Caller, datos: CallRequest<'usuarios.actualizar'>): Promise<Usuario> {
    const { id, nombre, email, rol, version } = datos;
    // The row first: a foreign id answers like an absent one, whatever the body says.
    exigirVersion(await this.alcanzable(caller, id), version);
    const destino = empresaDestino(caller, datos);
    const clave =
      datos.password === null ? {} : { clave_hash: await this.hash(caller, datos.password, datos, destino) };
    return this.insistir(caller, id, async (visto) => {
      const nuevos = { dispositivos: datos.dispositivos, switches: datos.switches };
      const actuales = visto.empresa_id === destino ? (await this.asignaciones.de(PROPIO, [id])).get(id) : undefined;
      const verificados = menos(nuevos, actuales ?? NADA);
      await this.asignables.verificar(caller, destino, verificados);
      return this.writer.cambiar(caller, visto, {
        accion: 'usuario.actualizar',
        destino,
        recursos: { nuevos, verificados },
        columnas: (fila) => {
          exigirVersion(fila, version);
          return { nombre, email, rol, activo: datos.activo === 1, ...clave };
        },
      });
    });
  }

  /** @throws AppError `clave_comun` for one that is known, or made of who will use it. */
  private async hash(
    caller: Caller,
    clave: string,
    { nombre, email }: Pick<UsuarioGuardar, 'nombre' | 'email'>,
    empresa_id: number | null,
  ): Promise<string> {
    const empresa = empresa_id === null ? null : (await this.empresas.getOrFail(caller, empresa_id)).nombre;
    return this.hasher.nueva(clave, { nombre, email, empresa });
  }

  private async activar(caller: Caller, id: number, accion: AccionAuditada, activo: boolean): Promise<Usuario> {
    exigirAdmin(caller);
    return this.insistir(caller, id, (visto) =>
      this.writer.cambiar(caller, visto, { accion, destino: visto.empresa_id, columnas: () => ({ activo }) }),
    );
  }

  /** @throws AppError `no_encontrado`; `sin_permiso` for an admin_global out of the caller's reach. */
  private async alcanzable(caller: Caller, id: number): Promise<UsuarioEntity> {
    const fila = await this.usuarios.getOrFail(caller, id);
    exigirAlcance(caller, fila.rol);
    return fila;
  }

  private async insistir(
    caller: Caller,
    id: number,
    change: (visto: UsuarioEntity) => Promise<UsuarioEntity>,
  ): Promise<Usuario> {
    return this.uno(caller, await this.preparando(caller, id, change));
  }

  private async preparando<T>(caller: Caller, id: number, change: (visto: UsuarioEntity) => Promise<T>): Promise<T> {
    for (let intento = 1; intento <= INTENTOS; intento++) {
      const visto = await this.alcanzable(caller, id);
      try {
        return await change(visto);
      } catch (error) {
        if (!(error instanceof UsuarioCambio)) throw error;
      }
    }
    throw new AppError('version_vieja');
  }

  private async uno(caller: Caller, fila: UsuarioEntity): Promise<Usuario> {
    const [usuario] = await this.enContrato(caller, [fila]);
    if (!usuario) throw new Error('a row became nothing');
    return usuario;
  }

  /** Three queries, however many the rows. */
  private async enContrato(caller: Caller, filas: readonly UsuarioEntity[]): Promise<Usuario[]> {
    const [nombres, conjuntos] = await Promise.all([
      this.empresas.nombres(
        caller,
        filas.map((fila) => fila.empresa_id),
      ),
      this.asignaciones.de(
        caller,
        filas.map((fila) => fila.id),
      ),
    ]);
    return filas.map((fila) => enContrato(fila, nombres, conjuntos.get(fila.id)));
  }
}

const enContrato = (
  { id, nombre, email, rol, empresa_id, activo, version }: UsuarioEntity,
  nombres: Map<number, string>,
  conjunto: Asignaciones | undefined,
): Usuario => ({
  id,
  nombre,
  email,
  rol,
  empresa_id,
  empresa_nombre: empresa_id === null ? null : (nombres.get(empresa_id) ?? null),
  activo: activo ? 1 : 0,
  dispositivos_asignados: (conjunto?.dispositivos ?? []).map((each) => ({ id: each })),
  switches_asignados: (conjunto?.switches ?? []).map((each) => ({ id: each })),
  version,
});
