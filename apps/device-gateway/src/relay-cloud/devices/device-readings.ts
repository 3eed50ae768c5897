import { LiveBus } from '@acequia/bus';
import { MAX_CLOCK_AHEAD_MS, type DispositivoReason } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { ChangesStream } from '../../changes/changes.stream.js';
import { MeterPoints, type MeterSample } from '../../medidas/meter-points.service.js';
import type { KnownDispositivo } from '../../registry/account-directory.js';
import { CloudFailure } from '../client/cloud-failure.js';
import type { Lectura } from '../client/device-status.js';
import { DeviceStateStore, type EstadoDispositivo, identityOf } from './device-state.store.js';
import { MeterAppender } from './meter-appender.js';

/** How long a device's last state stays valid while its cloud only reports a rate limit, ms. */
const BELIEVED_MS = 60_000;

/** Turns the cloud's answers and failures into state, live messages and meter rows. */
@Injectable()
export class DeviceReadings {
  constructor(
    private readonly store: DeviceStateStore,
    private readonly meters: MeterAppender,
    private readonly points: MeterPoints,
    private readonly live: LiveBus,
    private readonly changes: ChangesStream,
  ) {}

  /** `lecturas` by shelly_id. Browsers get every reading of the `watched` devices, and only the changes of the others. */
  async apply(
    dispositivos: readonly KnownDispositivo[],
    lecturas: ReadonlyMap<string, Lectura | CloudFailure>,
    watched: ReadonlySet<number>,
  ): Promise<void> {
    const now = Date.now();
    const before = await this.store.read(dispositivos);
    const after = new Map<number, EstadoDispositivo>();
    const samples: MeterSample[] = [];
    dispositivos.forEach((dispositivo, i) => {
      const lectura = lecturas.get(dispositivo.shelly_id);
      if (lectura === undefined) return;
      const previous = before[i] ?? null;
      const estado =
        lectura instanceof CloudFailure
          ? failed(dispositivo, previous, lectura.motivo, lectura.transient, now)
          : asRead(dispositivo, lectura, now);
      after.set(dispositivo.id, estado);
      this.tell(dispositivo, previous, estado, watched.has(dispositivo.id));
      const sample = lectura instanceof CloudFailure ? null : sampleOf(dispositivo, previous, lectura, now);
      if (sample) samples.push(sample);
    });
    for (const { dispositivo_id, ts, values } of samples) this.meters.append(dispositivo_id, ts, values);
    void this.points.follow(samples);
    await this.store.write(after);
  }

  /** None of these devices could be read, for one reason. */
  async fail(dispositivos: readonly KnownDispositivo[], motivo: DispositivoReason, transient: boolean): Promise<void> {
    const now = Date.now();
    const before = await this.store.read(dispositivos);
    const after = new Map<number, EstadoDispositivo>();
    dispositivos.forEach((dispositivo, i) => {
      const previous = before[i] ?? null;
      const estado = failed(dispositivo, previous, motivo, transient, now);
      after.set(dispositivo.id, estado);
      this.tell(dispositivo, previous, estado, false);
    });
    await this.store.write(after);
  }

  private tell(
    { id, empresa_id }: KnownDispositivo,
    previous: EstadoDispositivo | null,
    estado: EstadoDispositivo,
    watched: boolean,
  ): void {
    const audience = { dispositivo: id };
    const { online, motivo, salida, metricas, attempt } = estado;
    const cambio = { empresa_id, dispositivo_id: id, online, motivo, salida, metricas };
    this.changes.note({ tipo: 'dispositivo', ...cambio, ts: attempt });
    if (previous?.online !== estado.online || previous.motivo !== estado.motivo) {
      const payload = { dispositivo_id: id, online: estado.online, motivo: estado.motivo, ts: estado.attempt };
      void this.live.publish(empresa_id, { event: 'dispositivo:conexion', payload, audience });
    }
    if (!estado.online || estado.readAt !== estado.attempt) return;
    const news = watched || !previous?.online || previous.salida !== estado.salida;
    if (estado.salida !== null && news) {
      const payload = { dispositivo_id: id, status: estado.salida === 1 ? ('on' as const) : ('off' as const) };
      void this.live.publish(empresa_id, { event: 'device:status', payload, audience });
    }
    if (estado.metricas && (watched || previous?.ts !== estado.ts || previous.ts === null)) {
      const payload = { ...estado.metricas, motivo: estado.motivo, dispositivo_id: id };
      void this.live.publish(empresa_id, { event: 'metrics', payload, audience });
    }
  }
}

/** Each sample once: the cloud repeats the same one until the meter sends the next. */
const sampleOf = (
  { id, empresa_id }: KnownDispositivo,
  previous: EstadoDispositivo | null,
  { measurement, ts }: Lectura,
  now: number,
): MeterSample | null => {
  if (measurement === null || (ts !== null && ts === previous?.ts)) return null;
  const own = ts !== null && ts <= now + MAX_CLOCK_AHEAD_MS;
  return { dispositivo_id: id, empresa_id, ts: own ? ts : now, values: measurement };
};

const asRead = (dispositivo: KnownDispositivo, lectura: Lectura, now: number): EstadoDispositivo => ({
  de: identityOf(dispositivo),
  online: lectura.online,
  salida: lectura.salida,
  metricas: lectura.metricas && { ...lectura.metricas, fecha: lectura.metricas.fecha ?? new Date(now).toISOString() },
  ts: lectura.ts,
  readAt: now,
  attempt: now,
  motivo: lectura.motivo,
});

const failed = (
  dispositivo: KnownDispositivo,
  previous: EstadoDispositivo | null,
  motivo: DispositivoReason,
  transient: boolean,
  now: number,
): EstadoDispositivo => ({
  de: identityOf(dispositivo),
  online: transient && previous?.online === true && now - (previous.readAt ?? 0) < BELIEVED_MS,
  salida: previous?.salida ?? null,
  metricas: previous?.metricas ?? null,
  ts: previous?.ts ?? null,
  readAt: previous?.readAt ?? null,
  attempt: now,
  motivo,
});
