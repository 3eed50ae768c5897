import type { Change } from '@acequia/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import type { KnownEstado } from './known-estado.js';
import { StateMerger } from './state-merger.js';
import { ChangesStream } from '../changes/changes.stream.js';

type Estado = Extract<Change, { tipo: 'estado' }>;

/** Publishes changes of wired pins, sensors and points, with the values of the last-known state. */
@Injectable()
export class StateChanges implements OnModuleInit {
  constructor(
    private readonly news: StateMerger,
    private readonly changes: ChangesStream,
  ) {}

  onModuleInit(): void {
    this.news.onState((placa, estado) => this.changes.note(this.read(placa, estado)));
  }

  private read({ placa_id, empresa_id, switches, puntos }: KnownPlaca, estado: KnownEstado): Estado {
    const pines: Estado['pines'] = [];
    const sensores: Estado['sensores'] = [];
    const tiempos: NonNullable<Estado['tiempos']> = [];
    for (const { hardware_pin, sensor_pin } of switches) {
      const pin = estado.pin(hardware_pin);
      if (pin) pines.push([hardware_pin, pin.estado, estado.seen(pin.ts)]);
      if (sensor_pin === null || sensores.some(([known]) => known === sensor_pin)) continue;
      const sensor = estado.sensor(sensor_pin);
      if (!sensor) continue;
      const { temperatura, humedad, ts, temperatura_ts = null, humedad_ts = null } = sensor;
      sensores.push([sensor_pin, temperatura, humedad, ts]);
      if (temperatura_ts !== ts || humedad_ts !== ts) tiempos.push([sensor_pin, temperatura_ts, humedad_ts]);
    }
    const told = puntos.flatMap(({ id }) => {
      const punto = estado.point(id);
      return punto ? [[id, punto.valor, punto.ts] satisfies NonNullable<Estado['puntos']>[number]] : [];
    });
    return {
      tipo: 'estado',
      empresa_id,
      placa_id,
      ts: estado.heard ?? Date.now(),
      pines,
      sensores,
      ...(tiempos.length > 0 && { tiempos }),
      ...(told.length > 0 && { puntos: told }),
    };
  }
}
