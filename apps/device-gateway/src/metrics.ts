import type { DescarteReason } from '@acequia/contracts';
import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const CHANNELS = ['telemetry', 'status', 'result', 'runs', 'otro'] as const;
export type Canal = (typeof CHANNELS)[number];
const RESULTS = ['aceptado', 'descartado', 'ajeno', 'sin_respuesta'] as const;
/**
 * `aceptado`: stored or noted. `descartado`: acknowledged, dead-lettered. `ajeno`: a topic that is not the board's. `sin_respuesta`: not
 * acknowledged.
 */
export type Result = (typeof RESULTS)[number];
const none = (): Record<Result, number> => ({ aceptado: 0, descartado: 0, ajeno: 0, sin_respuesta: 0 });

@Injectable()
export class GatewayMetrics {
  /** Messages since the last scrape: the hot path can afford no more than adding to a plain number. */
  private readonly accounts: Record<Canal, Record<Result, number>> = {
    telemetry: none(),
    status: none(),
    result: none(),
    runs: none(),
    otro: none(),
  };
  private readonly descartes: Counter<'motivo'>;
  private readonly entradas: Counter<'resultado'>;
  private readonly closings: Counter<'motivo'>;
  readonly online: Gauge;
  readonly puback: Histogram;
  readonly batch: Histogram;
  readonly fallos: Counter;
  readonly ocupado: Gauge<'stream'>;
  readonly budget: Gauge<'stream'>;
  /** Called when the metrics are read. */
  countHeld: () => number = () => 0;
  countKnown: () => number = () => 0;

  constructor(@Inject(METRICS) registry: Registry) {
    const registers = [registry];
    const mensajes: Counter<'canal' | 'resultado'> = new Counter({
      name: 'acequia_gateway_messages_total',
      help: 'Messages of boards by channel and outcome',
      labelNames: ['canal', 'resultado'],
      registers,
      collect: (): void => this.report(mensajes),
    });
    this.descartes = new Counter({
      name: 'acequia_gateway_dead_letters_total',
      help: 'Samples and messages that were acknowledged but not stored',
      labelNames: ['motivo'],
      registers,
    });
    this.entradas = new Counter({
      name: 'acequia_gateway_logins_total',
      help: 'Logins of boards by outcome',
      labelNames: ['resultado'],
      registers,
    });
    this.closings = new Counter({
      name: 'acequia_gateway_closed_connections_total',
      help: 'Connections that the gateway ended, by reason',
      labelNames: ['motivo'],
      registers,
    });
    const held: Gauge = new Gauge({
      name: 'acequia_gateway_held_messages',
      help: 'Messages whose acknowledgement waits for their append',
      registers,
      collect: (): void => held.set(this.countHeld()),
    });
    this.online = new Gauge({
      name: 'acequia_gateway_connected_boards',
      help: 'Boards connected to this instance',
      registers,
    });
    const known: Gauge = new Gauge({
      name: 'acequia_gateway_known_boards',
      help: 'Boards of the installation that may connect',
      registers,
      collect: (): void => known.set(this.countKnown()),
    });
    this.puback = new Histogram({
      name: 'acequia_gateway_puback_seconds',
      help: 'From the oldest message of an append being taken to its acknowledgement, one observation per append',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.batch = new Histogram({
      name: 'acequia_gateway_append_messages',
      help: 'Messages per append to the readings stream',
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500],
      registers,
    });
    this.fallos = new Counter({
      name: 'acequia_gateway_append_failures_total',
      help: 'Appends that Redis refused or lost',
      registers,
    });
    this.budget = new Gauge({
      name: 'acequia_gateway_readings_budget_bytes',
      help: 'Share of READINGS_MAX_BYTES of a shard: past it its boards are not acknowledged',
      labelNames: ['stream'],
      registers,
    });
    this.ocupado = new Gauge({
      name: 'acequia_gateway_readings_bytes',
      help: "Memory of a stream of readings as last measured, with its part of what other shards' streams hold",
      labelNames: ['stream'],
      registers,
    });
  }

  mensaje(canal: Canal, resultado: Result, count = 1): void {
    this.accounts[canal][resultado] += count;
  }

  descarte(motivo: DescarteReason, count: number): void {
    this.descartes.inc({ motivo }, count);
  }

  entry(resultado: 'admitida' | 'rechazada'): void {
    this.entradas.inc({ resultado });
  }

  closure(motivo: string): void {
    this.closings.inc({ motivo });
  }

  private report(mensajes: Counter<'canal' | 'resultado'>): void {
    for (const canal of CHANNELS) {
      for (const resultado of RESULTS) {
        mensajes.inc({ canal, resultado }, this.accounts[canal][resultado]);
        this.accounts[canal][resultado] = 0;
      }
    }
  }
}
