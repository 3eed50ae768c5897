import type { Logger } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import { type Descartada, decodeEntry } from './decode.js';
import type { IngestMetrics } from './ingest.metrics.js';
import { insist } from './insist.js';
import type { Keeper } from './keeper.js';
import type { Entrada, ReadingsStream } from './readings-stream.js';
import { cuantas, type Filas, ordenar } from './rows.js';

/** Longest wait of a read in Redis, ms; how soon a stop is noticed. */
const BLOCK_MS = 500;
/** Entries per read: an entry has at most some 150 kB. */
const COUNT = 64;
/** A read that brings less than this, in characters, waits for company: transactions of a few rows cost the most. */
const TARGET_CHARS = 200_000;
/** It waits so many times as long as the last transaction took: a quick database commits soon, and a busy one less often. */
const GATHER_SHARE = 2;
/** The longest such wait, ms. */
const GATHER_MAX_MS = 80;
/** Rows per transaction, give or take an entry. */
const MAX_ROWS = 8_000;
/** Between looks at what others left behind, ms. */
const ROUND_MS = 2_000;
/** A stop lets what is in hand be stored for so long, ms. */
const LAST_WRITE_MS = 2_000;

/** Takes readings from the stream to Postgres: the next batch is gathered while one is written, and confirmed once committed. */
export class Consumer {
  private readonly stopped = new AbortController();
  private stopping = false;
  private running: Promise<unknown> = Promise.resolve();
  private relevadas: Entrada[] = [];
  /** How long the last transaction took, ms. */
  private escritura_ms = 0;

  constructor(
    private readonly stream: ReadingsStream,
    private readonly keeperFor: (stopped: AbortSignal) => Keeper,
    private readonly metrics: IngestMetrics,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running = Promise.all([this.consume(), this.lookAround()]);
  }

  /** What is in hand is stored, if that can be done soon; the rest stays in Redis. */
  async stop(): Promise<void> {
    this.stopping = true;
    const giveUp = setTimeout(() => this.stopped.abort(), LAST_WRITE_MS);
    await this.running;
    clearTimeout(giveUp);
    this.stopped.abort();
    await this.stream.salir().catch(() => undefined);
  }

  private async consume(): Promise<void> {
    const keeper = this.keeperFor(this.stopped.signal);
    let next = this.gather();
    try {
      while (!this.stopping) {
        const entradas = await next;
        next = this.gather();
        await this.store(keeper, entradas);
      }
      await this.store(keeper, await next);
    } catch (error) {
      // Only a stop ends it early.
      if (!this.stopped.signal.aborted) throw error;
    }
  }

  /** Entries for about one transaction; none when none came. Never fails. */
  private async gather(): Promise<Entrada[]> {
    const entradas = this.relevadas;
    this.relevadas = [];
    try {
      if (this.stopping) return entradas;
      entradas.push(...(await this.stream.leer(COUNT, BLOCK_MS)));
      if (entradas.length === 0 || sizeOf(entradas) >= TARGET_CHARS) return entradas;
      await pause(Math.min(GATHER_MAX_MS, GATHER_SHARE * this.escritura_ms));
      for (let more = COUNT; more === COUNT && sizeOf(entradas) < TARGET_CHARS;) {
        const read = await this.stream.leer(COUNT, 0);
        entradas.push(...read);
        more = read.length;
      }
    } catch (error) {
      if (!this.stopping) this.logger.warn({ err: error }, 'The readings stream cannot be read');
      await pause(BLOCK_MS);
    }
    return entradas;
  }

  private async store(keeper: Keeper, entradas: Entrada[]): Promise<void> {
    let lote = new Lote();
    for (const entrada of entradas) {
      lote.add(entrada);
      if (cuantas(lote) < MAX_ROWS) continue;
      await this.commit(keeper, lote);
      lote = new Lote();
    }
    if (lote.ids.length > 0) await this.commit(keeper, lote);
  }

  private async commit(keeper: Keeper, lote: Lote): Promise<void> {
    const began = performance.now();
    const rechazadas = await keeper.guardar(ordenar(lote));
    this.escritura_ms = performance.now() - began;
    const now = Date.now();
    for (const at of lote.tomadas) this.metrics.latencia.observe(Math.max(0, now - at) / 1_000);
    for (const { motivo, contenido } of [...lote.descartadas, ...rechazadas]) {
      this.metrics.descartadas.inc({ motivo });
      await this.insist(() => this.stream.descartar(motivo, contenido), 'A dead letter could not be kept');
    }
    await this.insist(() => this.stream.confirmar(lote.ids), 'Stored readings could not be confirmed');
  }

  /** Takes over what dead consumers left, and measures how far behind ingest is. */
  private async lookAround(): Promise<void> {
    while (!this.stopping) {
      try {
        if (this.relevadas.length === 0) {
          this.relevadas = await this.stream.relevar();
          if (this.relevadas.length > 0) this.metrics.relevadas.inc(this.relevadas.length);
        }
        const { sin_leer, sin_confirmar } = await this.stream.retraso();
        this.metrics.sinLeer.set(sin_leer);
        this.metrics.sinConfirmar.set(sin_confirmar);
      } catch (error) {
        if (!this.stopping) this.logger.warn({ err: error }, 'The readings stream cannot be looked after');
      }
      for (let waited = 0; waited < ROUND_MS && !this.stopping; waited += BLOCK_MS) await pause(BLOCK_MS);
    }
  }

  private insist<T>(work: () => Promise<T>, what: string): Promise<T> {
    return insist(work, what, this.logger, this.stopped.signal);
  }
}

const sizeOf = (entradas: readonly Entrada[]): number =>
  entradas.reduce((total, { texto }) => total + (texto?.length ?? 0), 0);

/** Entries that become one transaction. */
class Lote implements Required<Filas> {
  readonly ids: string[] = [];
  readonly lecturas: Filas['lecturas'] = [];
  readonly estados: Filas['estados'] = [];
  readonly mediciones: Required<Filas>['mediciones'] = [];
  readonly descartadas: Descartada[] = [];
  /** When the gateway took them, ms. */
  readonly tomadas: number[] = [];

  add({ id, texto }: Entrada): void {
    const { lecturas, estados, mediciones, descartadas, at } = decodeEntry(texto);
    this.ids.push(id);
    for (const fila of lecturas) this.lecturas.push(fila);
    for (const fila of estados) this.estados.push(fila);
    for (const fila of mediciones) this.mediciones.push(fila);
    for (const descartada of descartadas) this.descartadas.push(descartada);
    if (at > 0) this.tomadas.push(at);
  }
}
