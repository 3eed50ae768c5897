import type { MotivoDescarte } from '@acequia/contracts';
import { METRICS } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const CANALES = ['telemetry', 'status', 'result', 'runs', 'otro'] as const;
export type Canal = (typeof CANALES)[number];
const RESULTADOS = ['aceptado', 'descartado', 'ajeno', 'sin_respuesta'] as const;
/** `aceptado`: stored or noted. `descartado`: acknowledged, dead-lettered. `ajeno`: not the board's to say. `sin_respuesta`: not acknowledged. */
export type Resultado = (typeof RESULTADOS)[number];
const ninguna = (): Record<Resultado, number> => ({ aceptado: 0, descartado: 0, ajeno: 0, sin_respuesta: 0 });

/** Everything the gateway counts. */
@Injectable()
export class GatewayMetrics {
  /** Messages since the metrics were last read: adding to a plain number is what the hot path can afford. */
  private readonly cuentas: Record<Canal, Record<Resultado, number>> = {
    telemetry: ninguna(),
    status: ninguna(),
    result: ninguna(),
    runs: ninguna(),
    otro: ninguna(),
  };
  private readonly descartes: Counter<'motivo'>;
  private readonly entradas: Counter<'resultado'>;
  private readonly cierres: Counter<'motivo'>;
  readonly conectadas: Gauge;
  readonly lote: Histogram;
  readonly fallos: Counter;
  readonly ocupado: Gauge;
  /** Asked when the metrics are read. */
  countHeld: () => number = () => 0;

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
    this.cierres = new Counter({
      name: 'acequia_gateway_closed_connections_total',
      help: 'Connections that the gateway ended, by reason',
      labelNames: ['motivo'],
      registers,
    });
    const retenidos: Gauge = new Gauge({
      name: 'acequia_gateway_held_messages',
      help: 'Messages whose acknowledgement waits for their append',
      registers,
      collect: (): void => retenidos.set(this.countHeld()),
    });
    this.conectadas = new Gauge({
      name: 'acequia_gateway_connected_boards',
      help: 'Boards connected to this instance',
      registers,
    });
    this.lote = new Histogram({
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
    this.ocupado = new Gauge({
      name: 'acequia_gateway_readings_bytes',
      help: 'Memory of the readings stream as last measured',
      registers,
    });
  }

  mensaje(canal: Canal, resultado: Resultado, count = 1): void {
    this.cuentas[canal][resultado] += count;
  }

  descarte(motivo: MotivoDescarte, count: number): void {
    this.descartes.inc({ motivo }, count);
  }

  entrada(resultado: 'admitida' | 'rechazada'): void {
    this.entradas.inc({ resultado });
  }

  cierre(motivo: string): void {
    this.cierres.inc({ motivo });
  }

  private report(mensajes: Counter<'canal' | 'resultado'>): void {
    for (const canal of CANALES) {
      for (const resultado of RESULTADOS) {
        mensajes.inc({ canal, resultado }, this.cuentas[canal][resultado]);
        this.cuentas[canal][resultado] = 0;
      }
    }
  }
}
