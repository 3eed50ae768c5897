import {
  AppError,
  type AccionAuditada,
  CONTEXTO_AUTH_KEY,
  type Caller,
  type Dispositivo,
  type DispositivoGuardar,
  ZONA_POR_OMISION,
} from '@acequia/contracts';
import { ENV, normalizarServidor, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exigirAdmin, exigirEmpresa } from '../acceso.js';
import { AsignacionesService } from '../asignaciones/asignaciones.service.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import type { InventoryEnv } from '../env.js';
import type { DispositivoEntity } from './dispositivo.entity.js';
import { DispositivosEventos, seMuda } from './dispositivos.eventos.js';
import { DispositivosRepository } from './dispositivos.repository.js';
import { estaVencido } from './vencimiento.js';

@Injectable()
export class DispositivosService {
  constructor(
    private readonly dispositivos: DispositivosRepository,
    private readonly eventos: DispositivosEventos,
    private readonly empresas: EmpresasService,
    private readonly asignaciones: AsignacionesService,
    private readonly secretos: SecretBox,
    @Inject(ENV) private readonly env: InventoryEnv,
  ) {}

  async listar(caller: Caller, pedida: number | undefined): Promise<Dispositivo[]> {
    exigirAdmin(caller);
    const empresa_id = await this.empresas.pedida(caller, pedida);
    return this.enContrato(await this.dispositivos.listar(caller, empresa_id));
  }

  /** Every device assigned to the user that still exists in their company. */
  async deUsuario(caller: Caller, usuario_id: number): Promise<Dispositivo[]> {
    const { empresa_id, dispositivos } = await this.asignaciones.de(caller, usuario_id);
    if (empresa_id === null || dispositivos.length === 0) return [];
    return this.enContrato(await this.dispositivos.deEmpresa(caller, empresa_id, dispositivos));
  }

  async crear(caller: Caller, pedido: DispositivoGuardar): Promise<Dispositivo> {
    exigirAdmin(caller);
    exigirEmpresa(caller, pedido.empresa_id);
    const columnas = this.columnas(pedido);
    const auth_key_cifrada = this.sellar(pedido.auth_key);
    const fila = await this.empresas.escribir([pedido.empresa_id], async (tx) => {
      const nueva = await this.dispositivos.in(tx).save(caller, { ...columnas, auth_key_cifrada, version: 1 });
      await this.eventos.guardado(tx, caller, 'dispositivo.crear', null, nueva);
      return nueva;
    });
    return this.uno(fila);
  }

  /**
   * An empty auth_key keeps the stored one.
   * @throws AppError `version_vieja`, with the device as it is now, when `version` is sent and stale.
   */
  async actualizar(caller: Caller, id: number, pedido: DispositivoGuardar): Promise<Dispositivo> {
    exigirAdmin(caller);
    const columnas = this.columnas(pedido);
    const nueva = this.sellar(pedido.auth_key);
    return this.cambiar(caller, id, pedido.empresa_id, 'dispositivo.actualizar', async (previo) => {
      if (pedido.version !== undefined && pedido.version !== previo.version)
        throw new AppError('version_vieja', { actual: await this.uno(previo) });
      return { ...columnas, auth_key_cifrada: nueva ?? previo.auth_key_cifrada };
    });
  }

  async suspender(caller: Caller, id: number): Promise<Dispositivo> {
    exigirAdmin(caller);
    return this.cambiar(caller, id, null, 'dispositivo.suspender', () => ({ activo: 0, suspendido: 1 }));
  }

  async reactivar(caller: Caller, id: number): Promise<Dispositivo> {
    exigirAdmin(caller);
    return this.cambiar(caller, id, null, 'dispositivo.reactivar', () => ({ activo: 1, suspendido: 0 }));
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const { empresa_id } = await this.dispositivos.getOrFail(caller, id);
    await this.empresas.escribir([empresa_id], async (tx) => {
      const fila = await this.bloqueado(tx, caller, id);
      await this.dispositivos.in(tx).delete(caller, { id });
      await this.eventos.eliminados(tx, caller, [fila]);
    });
  }

  /** All devices of a company that is going, within the transaction of its end. */
  async borrarDeEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const filas = await this.dispositivos.in(tx).listar(caller, empresa_id);
    await this.dispositivos.in(tx).delete(caller, { empresa_id });
    await this.eventos.eliminados(tx, caller, filas);
  }

  private async cambiar(
    caller: Caller,
    id: number,
    destino: number | null,
    accion: AccionAuditada,
    change: (previo: DispositivoEntity) => Partial<DispositivoEntity> | Promise<Partial<DispositivoEntity>>,
  ): Promise<Dispositivo> {
    // The row first, so that a foreign id answers like an absent one whatever the body says.
    const { empresa_id } = await this.dispositivos.getOrFail(caller, id);
    if (destino !== null) exigirEmpresa(caller, destino);
    const fila = await this.empresas.escribir([empresa_id, destino ?? empresa_id], async (tx) => {
      const previo = await this.bloqueado(tx, caller, id);
      const nueva = { ...previo, ...(await change(previo)) };
      const mudanza = seMuda(previo, nueva);
      if (mudanza) await this.eventos.mudado(tx, previo);
      nueva.version = previo.version + (mudanza ? 2 : 1);
      const cambiada = await this.dispositivos.in(tx).save(caller, nueva);
      await this.eventos.guardado(tx, caller, accion, previo, cambiada);
      return cambiada;
    });
    return this.uno(fila);
  }

  /** The row as it is now, kept from a concurrent move to another company. */
  private async bloqueado(tx: EntityManager, caller: Caller, id: number): Promise<DispositivoEntity> {
    return this.dispositivos.in(tx).getOrFail(caller, id, { lock: { mode: 'pessimistic_write' } });
  }

  private columnas(pedido: DispositivoGuardar) {
    const { nombre, shelly_id, tipo, empresa_id, fecha_vencimiento, activo, suspendido } = pedido;
    const server = normalizarServidor(pedido.server, this.env.RELAY_CLOUD_ALLOWED_HOSTS);
    return { nombre, shelly_id, tipo, empresa_id, fecha_vencimiento, activo, suspendido, server };
  }

  private sellar(auth_key: string): string | null {
    return auth_key === '' ? null : this.secretos.encrypt(auth_key, CONTEXTO_AUTH_KEY);
  }

  private async uno(fila: DispositivoEntity): Promise<Dispositivo> {
    const [dispositivo] = await this.enContrato([fila]);
    if (!dispositivo) throw new Error('a row became nothing');
    return dispositivo;
  }

  private async enContrato(filas: readonly DispositivoEntity[]): Promise<Dispositivo[]> {
    const zonas = await this.empresas.zonas(filas.map((fila) => fila.empresa_id));
    const ahora = new Date();
    return filas.map((fila) => ({
      id: fila.id,
      nombre: fila.nombre,
      shelly_id: fila.shelly_id,
      auth_key: '',
      auth_key_definida: fila.auth_key_cifrada === null ? 0 : 1,
      tipo: fila.tipo,
      server: fila.server,
      empresa_id: fila.empresa_id,
      fecha_vencimiento: fila.fecha_vencimiento,
      vencido: estaVencido(fila.fecha_vencimiento, zonas.get(fila.empresa_id) ?? ZONA_POR_OMISION, ahora),
      activo: fila.activo,
      suspendido: fila.suspendido,
      version: fila.version,
    }));
  }
}
