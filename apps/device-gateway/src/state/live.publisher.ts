import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import type { KnownPlaca, KnownSwitch } from '../registry/known-placa.js';
import { campoPin, type KnownEstado, pointField, sensorFields } from './known-estado.js';

/** Tells open browsers about changes. Messages may be lost, because browsers read again when they reconnect. */
@Injectable()
export class LivePublisher {
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

  /** One message per point of the board that told a value. */
  points({ empresa_id, puntos }: KnownPlaca, cambios: string[], estado: KnownEstado): void {
    for (const { id } of puntos) {
      const payload = cambios.includes(pointField(id)) ? estado.point(id) : null;
      if (payload) void this.live.publish(empresa_id, { event: 'punto:valor', payload, audience: {} });
    }
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
