import type { StatusMessage } from '@acequia/board-protocol';
import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangesStream } from '../changes/changes.stream.js';
import type { ClockFault } from '../registry/board-clock.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { type Enlace, LinkRepository } from './link.repository.js';

const FLUSH_MS = 2_000;
/** "Last seen" of a board that keeps talking is written this often, ms; the last-known state has the newer time. */
const SEEN_MS = 30_000;

/** Collects what boards report about themselves and writes it to Postgres in batches. */
@Injectable()
export class LinkService implements OnModuleInit, BeforeApplicationShutdown {
  private dirty = new Map<number, Enlace>();
  /** What is being written: readers still need it. */
  private writing = new Map<number, Enlace>();
  private readonly flushing = new Recurring(
    () => this.flush(),
    (error) => this.logger.warn({ err: error, placas: this.dirty.size }, 'link data could not be written'),
  );

  constructor(
    private readonly repository: LinkRepository,
    private readonly changes: ChangesStream,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.flushing.start(FLUSH_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushing.finish();
  }

  heard(placa: KnownPlaca, now: number, write = false): void {
    if (write || now - placa.storedSeen > SEEN_MS) this.touch(placa, now);
  }

  status(placa: KnownPlaca, status: StatusMessage, now: number): void {
    if (!status.online) return;
    const enlace = this.touch(placa, now);
    enlace.fw = status.fw ?? enlace.fw;
    enlace.modelo = status.model ?? enlace.modelo;
    enlace.rssi = status.rssi ?? enlace.rssi;
    enlace.boot = status.boot ?? enlace.boot;
    if (status.boot !== undefined) placa.account.booted(status.boot, now);
    this.tellShared(placa, now);
  }

  /** A newer connection of the board ended one that was alive. */
  takenOver(placa: KnownPlaca, now: number): void {
    placa.account.takenOver(now);
    this.tellShared(placa, now);
  }

  /** Records what is wrong with the board's clock; only a change is written. */
  clock(placa: KnownPlaca, fault: ClockFault, now: number): void {
    if (placa.clockFault === fault) return;
    placa.clockFault = fault;
    const { empresa_id, placa_id } = placa;
    const adelantado = fault === 'ahead' ? 1 : 0;
    const fuera = fault === 'outside' ? 1 : 0;
    this.changes.note({ tipo: 'reloj', empresa_id, placa_id, adelantado, fuera, ts: now });
    const enlace = this.touch(placa, now);
    enlace.reloj_adelantado = adelantado;
    enlace.reloj_fuera = fuera;
  }

  /** The reports that are not written yet. */
  unwritten(placa_id: number): Enlace | undefined {
    const writing = this.writing.get(placa_id);
    const dirty = this.dirty.get(placa_id);
    return writing ? merged(writing, dirty) : dirty;
  }

  private tellShared(placa: KnownPlaca, now: number): void {
    if (!placa.account.due(now)) return;
    const { empresa_id, placa_id, numero } = placa;
    this.logger.warn({ placa_id, numero }, 'two boards use one account');
    this.changes.note({ tipo: 'conexion', empresa_id, placa_id, online: 1, compartida: 1, ts: now });
  }

  private touch(placa: KnownPlaca, now: number): Enlace {
    placa.storedSeen = now;
    let enlace = this.dirty.get(placa.placa_id);
    if (!enlace) {
      enlace = {
        placa_id: placa.placa_id,
        ultimo_visto: now,
        fw: null,
        modelo: null,
        rssi: null,
        boot: null,
        reloj_adelantado: null,
        reloj_fuera: null,
      };
      this.dirty.set(placa.placa_id, enlace);
    }
    enlace.ultimo_visto = Math.max(enlace.ultimo_visto, now);
    return enlace;
  }

  private async flush(): Promise<void> {
    if (this.dirty.size === 0) return;
    this.writing = this.dirty;
    this.dirty = new Map();
    try {
      await this.repository.save([...this.writing.values()]);
    } catch (error) {
      for (const [placa_id, enlace] of this.writing) this.dirty.set(placa_id, merged(enlace, this.dirty.get(placa_id)));
      throw error;
    } finally {
      this.writing = new Map();
    }
  }
}

const merged = (older: Enlace, newer: Enlace = older): Enlace => ({
  ...newer,
  fw: newer.fw ?? older.fw,
  modelo: newer.modelo ?? older.modelo,
  rssi: newer.rssi ?? older.rssi,
  boot: newer.boot ?? older.boot,
  reloj_adelantado: newer.reloj_adelantado ?? older.reloj_adelantado,
  reloj_fuera: newer.reloj_fuera ?? older.reloj_fuera,
});
