import { BusKeys, Signals } from '@acequia/bus';
import {
  type Change,
  CAMBIOS_CAMPO,
  CAMBIOS_FIRMA,
  CAMBIOS_MAXIMO,
  CAMBIOS_SIGNAL,
  cambiosStream,
  cambiosPartitionOf,
} from '@acequia/contracts';
import { LOGGER, type Logger, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { ReportPace } from './report-pace.js';

const FLUSH_MS = 200;
const PER_ENTRY = 100;
/** While Redis is away the newest change per key waits. Past this number all of them are dropped; the last-known state keeps them. */
const WAITING_MAX = 20_000;

const keyOf = (cambio: Change): string => {
  switch (cambio.tipo) {
    case 'comando':
      return `comando:${cambio.comando_id}`;
    case 'dispositivo':
      return `dispositivo:${cambio.dispositivo_id}`;
    case 'conexion':
      // The next connection must not hide this one.
      return `${cambio.compartida ? 'compartida' : 'conexion'}:${cambio.placa_id}`;
    case 'punto':
      return `punto:${cambio.punto_id}`;
    default:
      return `${cambio.tipo}:${cambio.placa_id}`;
  }
};

/**
 * Tells alerts what changes: the newest report of each board, a few times a second, in a capped stream. The stream lies in the volatile
 * Redis: PUBACKs wait for the durable one's fsync, and alerts can read a lost change again from the last-known state.
 */
@Injectable()
export class ChangesStream implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Change>();
  private readonly pace = new ReportPace();
  private timer: NodeJS.Timeout | undefined;
  private failed = false;

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    private readonly keys: BusKeys,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(cambio: Change): void {
    if (this.waiting.size >= WAITING_MAX) this.waiting.clear();
    this.waiting.set(keyOf(cambio), cambio);
    this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.append([...this.waiting]);
  }

  private async flush(): Promise<void> {
    const now = Date.now();
    const batch = [...this.waiting].filter(([, one]) => one.tipo !== 'estado' || this.pace.takes(one, now));
    for (const [key] of batch) this.waiting.delete(key);
    this.timer = undefined;
    if (this.waiting.size > 0) this.wait();
    await this.append(batch);
  }

  private wait(): void {
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  private async append(batch: readonly (readonly [string, Change])[]): Promise<void> {
    const parts = new Map<number, Change[]>();
    for (const [, cambio] of batch) {
      const partition = cambiosPartitionOf(cambio.empresa_id);
      const part = parts.get(partition);
      if (part) part.push(cambio);
      else parts.set(partition, [cambio]);
    }
    try {
      await Promise.all([...parts].map(([partition, cambios]) => this.write(partition, cambios)));
      if (batch.length > 0) await this.signals.send(CAMBIOS_SIGNAL, '', 'alerts');
      this.failed = false;
    } catch (error) {
      if (!this.failed) this.logger.warn({ err: error }, 'state changes could not be told');
      this.failed = true;
      // Changes noted during the write are newer than this batch.
      for (const [key, cambio] of batch) if (!this.waiting.has(key)) this.note(cambio);
    }
  }

  private async write(partition: number, cambios: readonly Change[]): Promise<void> {
    const stream = cambiosStream(partition);
    for (let start = 0; start < cambios.length; start += PER_ENTRY) {
      const text = JSON.stringify(cambios.slice(start, start + PER_ENTRY));
      const signature = this.keys.signer.sign(stream, text);
      await this.redis.xadd(stream, 'MAXLEN', '~', CAMBIOS_MAXIMO, '*', CAMBIOS_CAMPO, text, CAMBIOS_FIRMA, signature);
    }
  }
}
