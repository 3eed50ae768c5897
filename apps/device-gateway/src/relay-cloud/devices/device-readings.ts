import { LiveBus } from '@acequia/bus';
import { MAX_CLOCK_AHEAD_MS, type MotivoDispositivo } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { ChangesStream } from '../../changes/changes.stream.js';
import type { DispositivoConocido } from '../../registry/account-directory.js';
import { CloudFailure } from '../client/cloud-failure.js';
import type { Lectura } from '../client/device-status.js';
import { DeviceStateStore, type EstadoDispositivo, identidadDe } from './device-state.store.js';
import { MeterAppender } from './meter-appender.js';

/** How long a device is believed on its last word when its cloud only asked for patience, ms. */
const BELIEVED_MS = 60_000;

/** What the cloud said, or failed to say, becomes state, live messages and meter rows. */
@Injectable()
export class DeviceReadings {
  constructor(
    private readonly store: DeviceStateStore,
    private readonly meters: MeterAppender,
    private readonly live: LiveBus,
    private readonly changes: ChangesStream,
  ) {}

  /** `lecturas` by shelly_id. `watched` are told every reading, the others' watchers-to-be only what changed. */
  async apply(
    dispositivos: readonly DispositivoConocido[],
    lecturas: ReadonlyMap<string, Lectura | CloudFailure>,
    watched: ReadonlySet<number>,
  ): Promise<void> {
    const now = Date.now();
    const before = await this.store.read(dispositivos);
    const after = new Map<number, EstadoDispositivo>();
    dispositivos.forEach((dispositivo, i) => {
      const lectura = lecturas.get(dispositivo.shelly_id);
      if (lectura === undefined) return;
      const previo = before[i] ?? null;
      const estado =
        lectura instanceof CloudFailure
          ? fallido(dispositivo, previo, lectura.motivo, lectura.pasajero, now)
          : leido(dispositivo, lectura, now);
      after.set(dispositivo.id, estado);
      this.tell(dispositivo, previo, estado, watched.has(dispositivo.id));
      if (!(lectura instanceof CloudFailure)) this.append(dispositivo, previo, lectura, now);
    });
    await this.store.write(after);
  }

  /** Nothing of these could be read, for one reason. */
  async fail(
    dispositivos: readonly DispositivoConocido[],
    motivo: MotivoDispositivo,
    pasajero: boolean,
  ): Promise<void> {
    const now = Date.now();
    const before = await this.store.read(dispositivos);
    const after = new Map<number, EstadoDispositivo>();
    dispositivos.forEach((dispositivo, i) => {
      const previo = before[i] ?? null;
      const estado = fallido(dispositivo, previo, motivo, pasajero, now);
      after.set(dispositivo.id, estado);
      this.tell(dispositivo, previo, estado, false);
    });
    await this.store.write(after);
  }

  /** A sample is stored once: the same one comes again until the meter takes the next. */
  private append(
    dispositivo: DispositivoConocido,
    previo: EstadoDispositivo | null,
    { medicion, ts }: Lectura,
    now: number,
  ): void {
    if (medicion === null) return;
    if (ts !== null && ts === previo?.ts) return;
    const propio = ts !== null && ts <= now + MAX_CLOCK_AHEAD_MS;
    this.meters.append(dispositivo.id, propio ? ts : now, medicion);
  }

  private tell(
    { id, empresa_id }: DispositivoConocido,
    previo: EstadoDispositivo | null,
    estado: EstadoDispositivo,
    watched: boolean,
  ): void {
    const audience = { dispositivo: id };
    const { online, motivo, salida, metricas, intento } = estado;
    const cambio = { empresa_id, dispositivo_id: id, online, motivo, salida, metricas };
    this.changes.note({ tipo: 'dispositivo', ...cambio, ts: intento });
    if (previo?.online !== estado.online || previo.motivo !== estado.motivo) {
      const payload = { dispositivo_id: id, online: estado.online, motivo: estado.motivo, ts: estado.intento };
      void this.live.publish(empresa_id, { event: 'dispositivo:conexion', payload, audience });
    }
    if (!estado.online || estado.leido !== estado.intento) return;
    const news = watched || !previo?.online || previo.salida !== estado.salida;
    if (estado.salida !== null && news) {
      const payload = { dispositivo_id: id, status: estado.salida === 1 ? ('on' as const) : ('off' as const) };
      void this.live.publish(empresa_id, { event: 'device:status', payload, audience });
    }
    if (estado.metricas && (watched || previo?.ts !== estado.ts || previo.ts === null)) {
      const payload = { ...estado.metricas, motivo: estado.motivo, dispositivo_id: id };
      void this.live.publish(empresa_id, { event: 'metrics', payload, audience });
    }
  }
}

const leido = (dispositivo: DispositivoConocido, lectura: Lectura, now: number): EstadoDispositivo => ({
  de: identidadDe(dispositivo),
  online: lectura.online,
  salida: lectura.salida,
  metricas: lectura.metricas && { ...lectura.metricas, fecha: lectura.metricas.fecha ?? new Date(now).toISOString() },
  ts: lectura.ts,
  leido: now,
  intento: now,
  motivo: lectura.motivo,
});

const fallido = (
  dispositivo: DispositivoConocido,
  previo: EstadoDispositivo | null,
  motivo: MotivoDispositivo,
  pasajero: boolean,
  now: number,
): EstadoDispositivo => ({
  de: identidadDe(dispositivo),
  online: pasajero && previo?.online === true && now - (previo.leido ?? 0) < BELIEVED_MS,
  salida: previo?.salida ?? null,
  metricas: previo?.metricas ?? null,
  ts: previo?.ts ?? null,
  leido: previo?.leido ?? null,
  intento: now,
  motivo,
});
