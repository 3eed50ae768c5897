import { excerpt, type Rejection, safeText } from '@acequia/board-protocol';
import type { DescarteReason } from '@acequia/contracts';
import { ENV, LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Allowance } from '../../allowance.js';
import type { GatewayEnv } from '../../env.js';
import { GatewayMetrics } from '../../metrics.js';
import type { KnownPlaca } from '../../registry/known-placa.js';
import { DeadLetterRepository, type NewDescarte } from './dead-letter.repository.js';
import { texts } from '../../textos.js';

const FLUSH_MS = 500;
/** Most waiting dead letters of all boards; further ones are only counted. */
const QUEUE_MAX = 2_000;
/** Dead letters that a board may write at once, and then one every so many ms: a faulty board cannot fill the disk. */
const BURST = 50;
const EVERY_MS = 5_000;

/** Messages that were acknowledged but not stored: always counted, and stored for people within the bounds. */
@Injectable()
export class DeadLetters implements OnModuleInit, BeforeApplicationShutdown {
  private queue: NewDescarte[] = [];
  private readonly allowance = new Allowance(BURST, EVERY_MS);
  private readonly flushing = new Recurring(
    () => this.flush(),
    (error) => this.logger.warn({ err: error, descartes: this.queue.length }, 'dead letters could not be written'),
  );

  constructor(
    private readonly repository: DeadLetterRepository,
    private readonly metrics: GatewayMetrics,
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.flushing.start(FLUSH_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushing.finish();
  }

  /** Adds one dead letter per reason of a message; only the first refusal of each reason is named. */
  add(placa: KnownPlaca, topico: string, payload: Buffer, refusals: Rejection[], now: number): void {
    const byReason = new Map<DescarteReason, { detalle: string; count: number }>();
    for (const { motivo, detalle } of refusals) {
      const known = byReason.get(motivo);
      if (known) known.count++;
      else byReason.set(motivo, { detalle, count: 1 });
    }
    for (const [motivo, { detalle, count }] of byReason) {
      this.metrics.descarte(motivo, count);
      if (this.queue.length >= QUEUE_MAX || !this.allowance.take(placa.placa_id)) continue;
      this.queue.push({
        placa_id: placa.placa_id,
        motivo,
        detalle: count > 1 ? texts.moreInMessage(detalle, count - 1) : detalle,
        topico: safeText(topico, 200),
        contenido: excerpt(payload),
        ts: now,
      });
    }
  }

  private async flush(): Promise<void> {
    if (this.queue.length === 0) return;
    const batch = this.queue;
    this.queue = [];
    try {
      await this.repository.save(batch, this.env.DESCARTES_POR_PLACA);
    } catch (error) {
      this.queue = [...batch, ...this.queue].slice(0, QUEUE_MAX);
      throw error;
    }
  }
}
