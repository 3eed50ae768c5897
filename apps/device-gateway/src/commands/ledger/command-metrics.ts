import { type ComandoAction, type ComandoEntity, type EstadoComando, isOpenComando } from '@acequia/contracts';
import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { StoredComando } from './comando.js';

/** Counts how commands end. */
@Injectable()
export class CommandMetrics {
  private readonly ended: Counter<'entidad' | 'accion' | 'estado'>;
  private readonly seconds: Histogram<'entidad'>;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.ended = new Counter({
      name: 'acequia_commands_total',
      help: 'Commands that ended, by target, action and outcome',
      labelNames: ['entidad', 'accion', 'estado'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'acequia_command_seconds',
      help: 'From the request of a command to the confirmation by its board or device',
      labelNames: ['entidad'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
  }

  note(comando: Pick<StoredComando, 'entidad' | 'accion' | 'estado' | 'ts' | 'resuelto_ts'>): void {
    const { entidad, accion, estado, ts, resuelto_ts } = comando;
    if (isOpenComando(comando)) return;
    this.ended.inc({ entidad, accion, estado } satisfies {
      entidad: ComandoEntity;
      accion: ComandoAction;
      estado: EstadoComando;
    });
    if (estado === 'confirmado' && resuelto_ts !== null)
      this.seconds.observe({ entidad }, Math.max(0, resuelto_ts - ts) / 1_000);
  }
}
