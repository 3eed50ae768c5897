import {
  AppError,
  type AuditedAction,
  AUTH_KEY_CONTEXT,
  type Caller,
  type CallRequest,
  type Dispositivo,
  type DispositivoSave,
  notFound,
  DEFAULT_ZONE,
} from '@acequia/contracts';
import { ENV, GrantsReader, isPastDay, normalizeServer, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import type { InventoryEnv } from '../env.js';
import { DeviceClaims, sameIdentity } from './device-claims.js';
import type { DispositivoEntity } from './dispositivo.entity.js';
import { DispositivosEvents, movesOver } from './dispositivos.eventos.js';
import { DispositivosRepository } from './dispositivos.repository.js';
import { decidesLimits, ownersAfter, ownersOfNew, ownersUnder } from './platform-limits.js';

@Injectable()
export class DispositivosService {
  constructor(
    private readonly dispositivos: DispositivosRepository,
    private readonly events: DispositivosEvents,
    private readonly empresas: EmpresasService,
    private readonly grants: GrantsReader,
    private readonly claims: DeviceClaims,
    private readonly secretos: SecretBox,
    @Inject(ENV) private readonly env: InventoryEnv,
  ) {}

  async list(
    caller: Caller,
    { empresa_id: requested, ...pagina }: CallRequest<'dispositivos.listar'>,
  ): Promise<Dispositivo[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    return this.onTheirDay(await this.dispositivos.page(caller, { empresa_id, ...pagina }));
  }

  /** For services: the current state, before any event. @throws AppError `no_encontrado` */
  async get(caller: Caller, id: number): Promise<Dispositivo> {
    if (caller.tipo === 'persona') throw new AppError('sin_permiso');
    return this.one(await this.dispositivos.getOrFail(caller, id));
  }

  /** Every device assigned to the user that still exists in their company. */
  async ofUsuario(caller: Caller, usuario_id: number): Promise<Dispositivo[]> {
    const { empresa_id, dispositivos } = await this.grants.readableBy(caller, usuario_id);
    if (empresa_id === null || dispositivos.length === 0) return [];
    return this.onTheirDay(await this.dispositivos.page(caller, { empresa_id, ids: dispositivos }));
  }

  async crear(caller: Caller, request: DispositivoSave): Promise<Dispositivo> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    const columnas = this.columnas(request);
    const clave = this.clave(columnas, request.auth_key);
    const fila = await this.empresas.write([request.empresa_id], async (tx) => {
      const { sitio = '', vigila_switch_id = null } = columnas;
      const nueva = { ...columnas, ...clave, sitio, vigila_switch_id };
      const limit = await this.claims.assertFree(tx, caller, null, nueva);
      await this.assertSwitch(tx, nueva);
      const owners = ownersUnder(limit, ownersOfNew(caller, nueva));
      const guardada = await this.dispositivos.in(tx).save(caller, { ...nueva, ...owners, version: 1 });
      await this.events.guardado(tx, caller, 'dispositivo.crear', null, guardada);
      return guardada;
    });
    return this.one(fila);
  }

  /**
   * An empty auth_key keeps the stored key, unless the device's identity changes: then the key is required again. A move to another
   * company drops the key.
   * @throws AppError `version_vieja`, with the current device, when `version` is sent and stale; `auth_key_requerida`;
   *   `dispositivo_duplicado`; `dispositivo_de_otra_empresa`; `puesto_por_la_plataforma`
   */
  async actualizar(caller: Caller, id: number, request: DispositivoSave): Promise<Dispositivo> {
    requireAdmin(caller);
    const columnas = this.columnas(request);
    return this.change(caller, id, request.empresa_id, 'dispositivo.actualizar', async (previous, tx) => {
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: await this.one(previous) });
      const movesOver = previous.empresa_id !== request.empresa_id;
      const renamed = !sameIdentity(previous, columnas);
      if (renamed && !movesOver && request.auth_key === '' && previous.auth_key_cifrada !== null)
        throw passwordRequired();
      const clave = request.auth_key === '' && !movesOver ? {} : this.clave(columnas, request.auth_key);
      const vigila = columnas.vigila_switch_id === undefined && movesOver ? { vigila_switch_id: null } : {};
      const cambio = { ...definidos(columnas), ...clave, ...vigila };
      const nueva = { ...previous, ...cambio };
      const claimsAnew = movesOver || renamed || request.auth_key !== '';
      const limit = claimsAnew ? await this.claims.assertFree(tx, caller, id, nueva) : null;
      if (renamed) await this.claims.remember(tx, caller, previous);
      if (nueva.vigila_switch_id !== previous.vigila_switch_id) await this.assertSwitch(tx, nueva);
      return { ...cambio, ...ownersUnder(limit, previous) };
    });
  }

  async suspender(caller: Caller, id: number): Promise<Dispositivo> {
    requireAdmin(caller);
    return this.change(caller, id, null, 'dispositivo.suspender', () => ({ activo: 0, suspendido: 1 }));
  }

  async reactivar(caller: Caller, id: number): Promise<Dispositivo> {
    requireAdmin(caller);
    return this.change(caller, id, null, 'dispositivo.reactivar', () => ({ activo: 1, suspendido: 0 }));
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.dispositivos.getOrFail(caller, id);
    await this.empresas.write([empresa_id], async (tx) => {
      const fila = await this.bloqueado(tx, caller, id);
      await this.claims.remember(tx, caller, fila);
      await this.dispositivos.in(tx).delete(caller, { id });
      await this.events.deleted(tx, caller, [fila]);
    });
  }

  /** Deletes all devices of a company, within the transaction that deletes the company. */
  async eraseOfEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const rows = await this.dispositivos.in(tx).list(caller, empresa_id);
    await this.dispositivos.in(tx).delete(caller, { empresa_id });
    await this.claims.forgetCompany(tx, empresa_id);
    await this.events.deleted(tx, caller, rows);
  }

  /** Unlinks the meters of a switch that is being deleted. */
  async forgetSwitch(tx: EntityManager, caller: Caller, switch_id: number): Promise<void> {
    for (const previous of await this.dispositivos.in(tx).watching(caller, switch_id)) {
      const nueva = { ...previous, vigila_switch_id: null, version: previous.version + 1 };
      const guardada = await this.dispositivos.in(tx).save(caller, nueva);
      await this.events.guardado(tx, caller, 'dispositivo.actualizar', previous, guardada);
    }
  }

  private async change(
    caller: Caller,
    id: number,
    destino: number | null,
    accion: AuditedAction,
    change: (
      previous: DispositivoEntity,
      tx: EntityManager,
    ) => Partial<DispositivoEntity> | Promise<Partial<DispositivoEntity>>,
  ): Promise<Dispositivo> {
    // Reads the row first, so that a foreign id answers like an absent one for every body.
    const { empresa_id } = await this.dispositivos.getOrFail(caller, id);
    if (destino !== null) requireEmpresa(caller, destino);
    const fila = await this.empresas.write([empresa_id, destino ?? empresa_id], async (tx) => {
      const previous = await this.bloqueado(tx, caller, id);
      const nueva = { ...previous, ...(await change(previous, tx)) };
      Object.assign(nueva, ownersAfter(caller, previous, nueva));
      if (decidesLimits(caller, previous, nueva)) await this.claims.forget(tx, nueva);
      const move = movesOver(previous, nueva);
      if (move) await this.events.movedOver(tx, previous);
      nueva.version = previous.version + (move ? 2 : 1);
      const changed = await this.dispositivos.in(tx).save(caller, nueva);
      await this.events.guardado(tx, caller, accion, previous, changed);
      return changed;
    });
    return this.one(fila);
  }

  /** The current row, locked against a concurrent move to another company. */
  private async bloqueado(tx: EntityManager, caller: Caller, id: number): Promise<DispositivoEntity> {
    return this.dispositivos.in(tx).getOrFail(caller, id, { lock: { mode: 'pessimistic_write' } });
  }

  private columnas(request: DispositivoSave) {
    const { nombre, shelly_id, tipo, empresa_id, fecha_vencimiento, activo, suspendido } = request;
    const { sitio, vigila_switch_id } = request;
    const server = normalizeServer(request.server, this.env.RELAY_CLOUD_ALLOWED_HOSTS);
    const limits = { fecha_vencimiento, activo, suspendido };
    return { nombre, shelly_id, tipo, empresa_id, ...limits, server, sitio, vigila_switch_id };
  }

  /** The sealed key with its account fingerprints; '' = no key. */
  private clave(
    de: { server: string; shelly_id: string },
    auth_key: string,
  ): Pick<DispositivoEntity, 'auth_key_cifrada' | 'cuenta_ids'> {
    if (auth_key === '') return { auth_key_cifrada: null, cuenta_ids: [] };
    const auth_key_cifrada = this.secretos.encrypt(auth_key, AUTH_KEY_CONTEXT);
    return { auth_key_cifrada, cuenta_ids: this.claims.prints(de, auth_key) };
  }

  /** @throws AppError `datos_invalidos` unless the switch belongs to the same company. */
  private async assertSwitch(
    tx: EntityManager,
    { empresa_id, vigila_switch_id }: Pick<DispositivoEntity, 'empresa_id' | 'vigila_switch_id'>,
  ): Promise<void> {
    if (vigila_switch_id === null || (await this.dispositivos.hasSwitch(tx, empresa_id, vigila_switch_id))) return;
    throw notFound();
  }

  private async one(fila: DispositivoEntity): Promise<Dispositivo> {
    const dispositivo = inContract(fila);
    await this.onTheirDay([dispositivo]);
    return dispositivo;
  }

  /** Sets `vencido` by the day that it is in each device's company. */
  private async onTheirDay(rows: Dispositivo[]): Promise<Dispositivo[]> {
    const zonas = await this.empresas.zonas(rows.map((fila) => fila.empresa_id));
    const now = new Date();
    for (const fila of rows)
      if (isPastDay(fila.fecha_vencimiento, zonas.get(fila.empresa_id) ?? DEFAULT_ZONE, now)) fila.vencido = 1;
    return rows;
  }
}

const inContract = (fila: DispositivoEntity): Dispositivo => ({
  id: fila.id,
  nombre: fila.nombre,
  shelly_id: fila.shelly_id,
  auth_key: '',
  auth_key_definida: fila.auth_key_cifrada === null ? 0 : 1,
  tipo: fila.tipo,
  server: fila.server,
  empresa_id: fila.empresa_id,
  fecha_vencimiento: fila.fecha_vencimiento,
  vencido: 0,
  activo: fila.activo,
  suspendido: fila.suspendido,
  sitio: fila.sitio,
  vigila_switch_id: fila.vigila_switch_id,
  version: fila.version,
});

/** Drops undefined columns, so that a save keeps the stored values of fields it does not name. */
const definidos = <T extends object>(columnas: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(columnas).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;

const passwordRequired = (): AppError => {
  const { texto } = new AppError('auth_key_requerida');
  return new AppError('auth_key_requerida', { detalles: [{ campo: 'body.auth_key', mensaje: texto }] });
};
