import { SEVERITIES, type Severidad } from '@acequia/contracts';
import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { Outcome } from './channel.js';

/** Open alarms, and what became of the messages about them. */
@Injectable()
export class AlarmMetrics {
  private readonly messages: Counter<'canal' | 'resultado'>;

  constructor(
    private readonly db: DataSource,
    @Inject(METRICS) registry: Registry,
  ) {
    const registers = [registry];
    const open: Gauge<'severidad'> = new Gauge({
      name: 'acequia_alerts_open',
      help: 'Open alarms of all companies by severity; every instance tells the same number',
      labelNames: ['severidad'],
      registers,
      collect: () => this.count(open),
    });
    this.messages = new Counter({
      name: 'acequia_alerts_messages_total',
      help: 'Attempts to send a message by channel and outcome',
      labelNames: ['canal', 'resultado'],
      registers,
    });
  }

  message(canal: string, resultado: Outcome['kind']): void {
    this.messages.inc({ canal, resultado });
  }

  /** Without Postgres this number is missing; the other metrics are still served. */
  private async count(open: Gauge<'severidad'>): Promise<void> {
    open.reset();
    const rows: { severidad: Severidad; n: number }[] = await this.db
      .query("SELECT severidad, count(*)::int AS n FROM avisos WHERE estado <> 'resuelto' GROUP BY severidad")
      .catch(() => null);
    if (rows === null) return;
    for (const severidad of SEVERITIES)
      open.set({ severidad }, rows.find((row) => row.severidad === severidad)?.n ?? 0);
  }
}
