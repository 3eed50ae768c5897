import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import type { KnownPlaca, KnownSwitch } from '../registry/known-placa.js';
import { campoPin, type KnownEstado, pointField, sensorFields } from './known-estado.js';

/** Values of a board's points are told no closer than this, ms: each is a message of its own, and a buffer brings many of them. */
const POINTS_MS = 1_000;

/** Tells open browsers about changes. Messages may be lost, because browsers read again when they reconnect. */
@Injectable()
export class LivePublisher {
  /** Boards whose points were told a moment ago, with what waits. */
  private readonly told = new Map<number, { changed: Set<number>; estado: KnownEstado }>();

  constructor(private readonly live: LiveBus) {}

  /** One message per switch that hangs on a pin whose value changed. */
  switches(placa: KnownPlaca, cambios: string[], estado: KnownEstado): void {
    for (const item of placa.switches) {
      const relay = cambios.includes(campoPin(item.hardware_pin));
      const { sensor_pin } = item;
      const sensor = sensor_pin !== null && sensorFields(sensor_pin).some((campo) => cambios.includes(campo));
      if (relay || sensor) this.switch(item, estado);
    }
  }

  /** One message per point of the board that told a value, the newest last. */
  points(placa: KnownPlaca, cambios: string[], estado: KnownEstado): void {
    if (placa.puntos.length === 0) return;
    const fields = new Set(cambios);
    const changed = placa.puntos.flatMap(({ id }) => (fields.has(pointField(id)) ? [id] : []));
    const waiting = this.told.get(placa.placa_id);
    if (!waiting) return this.tell(placa, changed, estado);
    for (const id of changed) waiting.changed.add(id);
    waiting.estado = estado;
  }

  private tell(placa: KnownPlaca, changed: Iterable<number>, estado: KnownEstado): void {
    let some = false;
    for (const id of changed) {
      const payload = estado.point(id);
      if (!payload) continue;
      some = true;
      void this.live.publish(placa.empresa_id, { event: 'punto:valor', payload, audience: {} });
    }
    if (!some) return;
    const waiting = { changed: new Set<number>(), estado };
    this.told.set(placa.placa_id, waiting);
    setTimeout(() => {
      this.told.delete(placa.placa_id);
      this.tell(placa, waiting.changed, waiting.estado);
    }, POINTS_MS).unref();
  }

  private switch(item: KnownSwitch, estado: KnownEstado): void {
    const relay = estado.pin(item.hardware_pin);
    const sensor = item.sensor_pin === null ? null : estado.sensor(item.sensor_pin);
    const estado_ts = relay && estado.seen(relay.ts);
    const sensor_ts = sensor && sensor.ts;
    void this.live.publish(item.empresa_id, {
      event: 'switch:estado',
      payload: {
        switch_id: item.id,
        estado: relay?.estado ?? null,
        temperatura: sensor?.temperatura ?? null,
        humedad: sensor?.humedad ?? null,
        ts: Math.max(estado_ts ?? 0, sensor_ts ?? 0),
        estado_ts,
        sensor_ts,
        temperatura_ts: sensor?.temperatura_ts ?? null,
        humedad_ts: sensor?.humedad_ts ?? null,
      },
      audience: { switches: [item.id] },
    });
  }
}
