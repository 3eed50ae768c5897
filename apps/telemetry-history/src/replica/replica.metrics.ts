import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';

@Injectable()
export class ReplicaMetrics {
  readonly reads: Counter<'servidor'>;
  /** Measures the lag of the standby, s; 0 without one. */
  lag_s = (): number => 0;

  constructor(@Inject(METRICS) registry: Registry) {
    this.reads = new Counter({
      name: 'acequia_history_reads_total',
      help: 'Questions about telemetry, by the server that answered',
      labelNames: ['servidor'],
      registers: [registry],
    });
    const measure = (): number => this.lag_s();
    new Gauge({
      name: 'acequia_history_replica_lag_seconds',
      help: 'How far the standby is behind; 0 without one, +Inf while it cannot be asked',
      registers: [registry],
      collect() {
        this.set(measure());
      },
    });
  }
}
