import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import type { PlacaConocida, SwitchConocido } from '../registry/placa-conocida.js';
import { camposDeSensor, campoPin, type EstadoConocido } from './estado-conocido.js';

/** Tells open browsers what changed. Messages may be lost: browsers read again when they reconnect. */
@Injectable()
export class LivePublisher {
  constructor(private readonly live: LiveBus) {}

  /** One message per switch that hangs on a pin whose value changed. */
  switches(placa: PlacaConocida, cambios: string[], estado: EstadoConocido): void {
    for (const item of placa.switches) {
      const relevador = cambios.includes(campoPin(item.hardware_pin));
      const { sensor_pin } = item;
      const sensor = sensor_pin !== null && camposDeSensor(sensor_pin).some((campo) => cambios.includes(campo));
      if (relevador || sensor) this.switch(item, estado);
    }
  }

  private switch(item: SwitchConocido, estado: EstadoConocido): void {
    const relevador = estado.pin(item.hardware_pin);
    const sensor = item.sensor_pin === null ? null : estado.sensor(item.sensor_pin);
    const estado_ts = relevador && estado.visto(relevador.ts);
    const sensor_ts = sensor && estado.visto(sensor.ts);
    void this.live.publish(item.empresa_id, {
      event: 'switch:estado',
      payload: {
        switch_id: item.id,
        estado: relevador?.estado ?? null,
        temperatura: sensor?.temperatura ?? null,
        humedad: sensor?.humedad ?? null,
        ts: Math.max(estado_ts ?? 0, sensor_ts ?? 0),
        estado_ts,
        sensor_ts,
      },
      audience: { switches: [item.id] },
    });
  }
}
