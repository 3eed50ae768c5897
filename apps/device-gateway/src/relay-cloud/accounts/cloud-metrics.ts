import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CountRequest } from '../client/cloud-client.js';

/** How the budget of one request a second per account is used. */
@Injectable()
export class CloudMetrics {
  private readonly requests: Counter<'kind' | 'outcome'>;
  readonly wait: Histogram;
  /** Called when the metrics are read. */
  countActive: () => number = () => 0;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    this.requests = new Counter({
      name: 'acequia_relay_cloud_requests_total',
      help: 'Requests to the relay cloud by kind and outcome (ok, or the reason of the failure)',
      labelNames: ['kind', 'outcome'],
      registers,
    });
    this.wait = new Histogram({
      name: 'acequia_relay_cloud_turn_wait_seconds',
      help: 'How long work of an account waited for its turn; an account has one turn a second',
      buckets: [0.01, 0.1, 0.5, 1, 2, 5, 10, 15],
      registers,
    });
    const active: Gauge = new Gauge({
      name: 'acequia_relay_cloud_active_accounts',
      help: 'Accounts for which this instance has work',
      registers,
      collect: (): void => active.set(this.countActive()),
    });
  }

  /** A property, so that it can be handed on. */
  readonly request: CountRequest = (kind, outcome) => this.requests.inc({ kind, outcome });
}
