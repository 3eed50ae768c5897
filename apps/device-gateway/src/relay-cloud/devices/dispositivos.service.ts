import { Bus } from '@acequia/bus';
import {
  callerActor,
  AppError,
  type Caller,
  type CallRequest,
  type ComandoDispositivo,
  type LecturaEnVivo,
  type Metricas,
  type DispositivoReason,
  refused,
  sistema,
  REASON_TEXT,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { hasDetail, type StoredComando } from '../../commands/ledger/comando.js';
import { LedgerRepository } from '../../commands/ledger/ledger.repository.js';
import { Ledger } from '../../commands/ledger/ledger.service.js';
import { limitOf } from '../../commands/ledger/token-limit.js';
import { AccountDirectory, type KnownDispositivo, isQueried } from '../../registry/account-directory.js';
import { AccountHealth } from '../accounts/account-health.js';
import { AccountRunner } from '../accounts/account-runner.js';
import { EXPIRY_MS } from '../accounts/command-rules.js';
import { DeviceAccess } from '../../registry/device-access.js';
import { DeviceStateStore, type EstadoDispositivo } from './device-state.store.js';
import { RoundScheduler } from '../accounts/round-scheduler.js';
import { WatchStore } from './watch.store.js';

/** The slowest screen asks every 120 s (RES-7): a caller counts as watching until its next request is overdue, ms. */
const ASKED_MS = 150_000;
/** Each joined socket is reported again every 10 s. */
const JOINED_MS = 30_000;
/** A state younger than this answers an ordinary request, ms; a forced request has a shorter limit. */
const FRESH_MS = 20_000;
const FRESH_FORCED_MS = 900;
const READ_WAIT_MS = 8_000;
const SENT_WAIT_MS = 11_000;
/** Longest waits for inventory's answer, and then for the event with the same change, ms. */
const TRUTH_WAIT_MS = 2_000;
const LOOK_MS = 50;
/** Most requests per instance that wait for the cloud: further requests get the known state, so that boards are not delayed. */
const WAITING_MAX = 24;

/** Requests and commands about devices of the relay cloud. */
@Injectable()
export class DispositivosService {
  private waiting = 0;

  constructor(
    private readonly access: DeviceAccess,
    private readonly directory: AccountDirectory,
    private readonly states: DeviceStateStore,
    private readonly health: AccountHealth,
    private readonly watches: WatchStore,
    private readonly runner: AccountRunner,
    private readonly rounds: RoundScheduler,
    private readonly ledger: Ledger,
    private readonly commands: LedgerRepository,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `no_encontrado` */
  async readLive(caller: Caller, id: number, force: boolean): Promise<LecturaEnVivo> {
    const dispositivo = await this.access.require(caller, id);
    const prevented = obstacle(dispositivo);
    if (prevented) return { online: false, ts_ms: null, estado: { estado: null }, metricas: null, motivo: prevented };
    const estado = await this.fresh(dispositivo, force);
    const comando = (await this.commands.openOnesOf('dispositivo', [id])).get(id) ?? null;
    return { ...liveOf(estado), comando: comando && pending(comando) };
  }

  /** @throws AppError `no_encontrado`; `dispositivo_sin_conexion` with the reason when no current values are known */
  async metricas(caller: Caller, id: number): Promise<Metricas> {
    const dispositivo = await this.access.require(caller, id);
    const prevented = obstacle(dispositivo);
    const estado = prevented ? null : await this.fresh(dispositivo, false);
    if (!estado?.online) throw offline(prevented ?? estado?.motivo ?? 'sin_leer');
    return { ...estado.metricas, motivo: estado.motivo };
  }

  /** @throws AppError `no_encontrado`, `dispositivo_suspendido`, `comando_rechazado`, `resultado_desconocido`, `switch_en_reposo` */
  async command(
    caller: Caller,
    id: number,
    { accion, duracion_s, no_apagado_desde }: Omit<CallRequest<'dispositivos.comandar'>, 'id' | 'ip' | 'navegador'>,
    origen: { ip: string; navegador: string },
  ): Promise<ComandoDispositivo> {
    const dispositivo = await this.asItIsNow(caller, id);
    const { empresa_id, cuenta, centinela } = dispositivo;
    if (accion === 'on') await this.access.requireOpenCompany(caller, empresa_id);
    if (dispositivo.suspendido) throw new AppError('dispositivo_suspendido');
    if (dispositivo.vencido) throw refused('dispositivo_suspendido', because('vencido'));
    if (centinela) throw refused('comando_rechazado', { codigo: 'solo_mide' });
    if (cuenta === null) throw refused('comando_rechazado', because('sin_configurar'));
    const usuario_id = caller.tipo === 'persona' ? caller.usuario_id : null;
    const limit = accion === 'on' ? limitOf(caller, duracion_s) : Infinity;
    const comando = await this.ledger.request({
      entidad: 'dispositivo',
      entidad_id: id,
      empresa_id,
      via: cuenta,
      accion,
      // What a token turns on has an end, where the token has one.
      max_s: accion === 'on' ? (duracion_s ?? (Number.isFinite(limit) ? limit : null)) : null,
      usuario_id,
      actor: callerActor(caller),
      ...origen,
      expiry_ms: EXPIRY_MS,
      ...(accion === 'on' && usuario_id === null && { no_apagado_desde }),
    });
    await this.watch([id], ASKED_MS);
    this.runner.wake(cuenta);
    const now = await this.waitFor((limit) => this.ledger.until(comando, hasLeft, limit), comando, SENT_WAIT_MS);
    return respuesta(now);
  }

  /** A browser joined the live messages of these devices. */
  async observe(ids: readonly number[]): Promise<void> {
    await this.watch(ids, JOINED_MS);
  }

  private async watch(ids: readonly number[], for_ms: number): Promise<void> {
    const added = await this.watches.watch(ids, for_ms);
    if (added.length === 0) return;
    for (const cuenta of await this.directory.accountsOf(added)) {
      await this.health.hurry(cuenta);
      this.rounds.soon(cuenta, 0);
    }
  }

  /** The projection may lag behind a reactivation, so inventory is asked before a request is refused. */
  private async asItIsNow(caller: Caller, id: number): Promise<KnownDispositivo> {
    let dispositivo = await this.access.require(caller, id);
    if (isQueried(dispositivo)) return dispositivo;
    const truth = await this.bus
      .call('dispositivos.obtener', { id }, sistema('device-gateway'), { timeout_ms: TRUTH_WAIT_MS })
      .catch(() => null);
    if (truth?.suspendido !== 0 || truth.activo === 0 || truth.vencido === 1) return dispositivo;
    const end = performance.now() + TRUTH_WAIT_MS;
    while (!isQueried(dispositivo) && performance.now() < end) {
      await after(LOOK_MS);
      dispositivo = await this.access.require(caller, id);
    }
    return dispositivo;
  }

  /** The known state, read again when it is too old. */
  private async fresh(dispositivo: KnownDispositivo, force: boolean): Promise<EstadoDispositivo | null> {
    await this.watch([dispositivo.id], ASKED_MS);
    const [known = null] = await this.states.read([dispositivo]);
    const age = Date.now() - (known?.attempt ?? 0);
    if (age < (force ? FRESH_FORCED_MS : FRESH_MS) || dispositivo.cuenta === null) return known;
    const read = this.runner.read(dispositivo.cuenta, dispositivo.id);
    await this.waitFor((limit) => Promise.race([read, after(limit)]), undefined, READ_WAIT_MS);
    return (await this.states.read([dispositivo]))[0] ?? null;
  }

  private async waitFor<T>(what: (limit_ms: number) => Promise<T>, otherwise: T, limit_ms: number): Promise<T> {
    if (this.waiting >= WAITING_MAX) return otherwise;
    this.waiting += 1;
    try {
      return await what(limit_ms);
    } finally {
      this.waiting -= 1;
    }
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

const because = (motivo: DispositivoReason) => ({ codigo: 'dispositivo', motivo, detalle: null }) as const;

const obstacle = ({ suspendido, vencido, cuenta }: KnownDispositivo): DispositivoReason | null =>
  suspendido ? 'suspendido' : vencido ? 'vencido' : cuenta === null ? 'sin_configurar' : null;

const offline = (motivo: DispositivoReason): AppError =>
  new AppError(
    motivo === 'suspendido' || motivo === 'vencido' ? 'dispositivo_suspendido' : 'dispositivo_sin_conexion',
    {
      texto: REASON_TEXT[motivo],
    },
  );

/** While a device is offline, its earlier values are not shown as current (RES-8). */
const liveOf = (estado: EstadoDispositivo | null): LecturaEnVivo => ({
  online: estado?.online ?? false,
  ts_ms: estado?.readAt ?? null,
  estado: { estado: estado?.online ? estado.salida : null },
  metricas: estado?.online ? estado.metricas : null,
  motivo: estado === null ? 'sin_leer' : estado.motivo,
});

const pending = ({ comando_id, accion, estado, ts }: StoredComando) => ({ comando_id, accion, estado, ts });

/** The command left, and the device accepted it or its outcome is unknown. */
const hasLeft = (comando: StoredComando): boolean =>
  comando.estado === 'enviado' && (comando.aceptado_ts !== null || hasDetail(comando));

const respuesta = (comando: StoredComando): ComandoDispositivo => {
  const { comando_id, estado, detalle_datos, aceptado_ts } = comando;
  if (estado === 'rechazado')
    throw detalle_datos ? refused('comando_rechazado', detalle_datos) : new AppError('comando_rechazado');
  if (estado === 'vencido') throw refused('comando_rechazado', { codigo: 'vencido_sin_enviar' });
  const unknown = estado === 'sin_respuesta' || (estado === 'enviado' && aceptado_ts === null && hasDetail(comando));
  if (unknown) throw new AppError('resultado_desconocido');
  return { comando_id, estado };
};
