import { backOff, type Logger } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import { monthOf } from '../maintenance/partitions/month.js';
import type { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import type { Discarded } from './decode.js';
import { remedyFor } from './failures.js';
import type { IngestMetrics } from './ingest.metrics.js';
import { howMany, type Rows } from './rows.js';
import type { StoreHealth } from './store-health.js';
import type { Writer } from './writer.js';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
/** Immediate retries of one batch: if the error persists after its remedy, the next retries wait like those of other errors. */
const RUSHES = 3;

/** Between {@link StreamReader} and {@link Writer}: stores a batch despite failures. Waits while Postgres is away, creates partitions, rejects bad rows. */
export class Keeper {
  constructor(
    private readonly writer: Writer,
    private readonly partitions: PartitionsService,
    private readonly metrics: IngestMetrics,
    private readonly health: StoreHealth,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when every row is committed or, if it can never be stored, part of the result.
   * @throws the abort reason when `stopped` ends the attempts earlier
   */
  async save(rows: Rows, stopped: AbortSignal): Promise<Discarded[]> {
    if (howMany(rows) === 0) return [];
    let allLate = false;
    for (let attempt = 0; ; attempt++) {
      stopped.throwIfAborted();
      const began = performance.now();
      this.health.trying(began);
      try {
        const { inside, unfit } = await this.withPartitions(rows);
        await this.write(inside, allLate, stopped);
        return unfit;
      } catch (error) {
        stopped.throwIfAborted();
        this.metrics.retries.inc();
        const remedy = remedyFor(error);
        if (remedy === 'wait') this.health.trying(began);
        else this.health.answered();
        if (remedy === 'row' || (remedy === 'border' && allLate)) return this.byHalves(rows, error, stopped);
        if (remedy === 'border') allLate = true;
        if (remedy === 'partition') this.partitions.forget();
        if (remedy !== 'wait' && attempt < RUSHES) continue;
        const delay = backOff(attempt + 1, FIRST_RETRY_MS, MAX_RETRY_MS);
        this.logger.warn({ err: error, rows: howMany(rows), retry_ms: delay }, 'Readings could not be stored yet');
        await pause(delay, undefined, { signal: stopped });
      }
    }
  }

  private async write(rows: Rows, allLate: boolean, stopped: AbortSignal): Promise<void> {
    if (howMany(rows) === 0) return;
    const end = this.metrics.writing.startTimer();
    const { nuevas, late } = await this.writer.save(rows, allLate, stopped);
    end();
    this.health.answered();
    this.metrics.batch.observe(howMany(rows));
    this.metrics.saved(nuevas, late);
  }

  /** Creates the partitions that the rows need, and separates rows of months that retention has dropped. */
  private async withPartitions(rows: Rows): Promise<{ inside: Rows; unfit: Discarded[] }> {
    const closed = await this.partitions.ensure(monthsOf(rows));
    if (closed.size === 0) return { inside: rows, unfit: [] };
    const fits = ({ ts }: { ts: number }): boolean => !closed.has(monthOf(ts));
    const { lecturas, estados, mediciones = [], valores = [] } = rows;
    const unfit = [...lecturas, ...estados, ...mediciones, ...valores].filter((fila) => !fits(fila));
    return {
      inside: {
        lecturas: lecturas.filter(fits),
        estados: estados.filter(fits),
        mediciones: mediciones.filter(fits),
        valores: valores.filter(fits),
      },
      unfit: unfit.map((contenido) => ({ motivo: 'fuera_de_retencion', contenido })),
    };
  }

  /** Finds the rows that the database refuses by halving the batch. */
  private async byHalves(rows: Rows, error: unknown, stopped: AbortSignal): Promise<Discarded[]> {
    const { lecturas, estados, mediciones = [], valores = [] } = rows;
    if (howMany(rows) === 1) {
      const contenido = lecturas[0] ?? estados[0] ?? mediciones[0] ?? valores[0];
      this.logger.error({ err: error, contenido }, 'The database refuses a row');
      return [{ motivo: 'rechazada_por_la_base', contenido }];
    }
    const half = Math.ceil(howMany(rows) / 2);
    const parte = (desde: number, hasta: number): Rows => {
      const fitting = <T>(list: readonly T[], antes: number): T[] =>
        list.slice(Math.max(0, desde - antes), Math.max(0, hasta - antes));
      const antes = lecturas.length + estados.length;
      return {
        lecturas: fitting(lecturas, 0),
        estados: fitting(estados, lecturas.length),
        mediciones: fitting(mediciones, antes),
        valores: fitting(valores, antes + mediciones.length),
      };
    };
    const first = await this.save(parte(0, half), stopped);
    const second = await this.save(parte(half, Infinity), stopped);
    return [...first, ...second];
  }
}

/** Usually all rows share one month, so the month of each row need not be computed. */
const monthsOf = ({ lecturas, estados, mediciones = [], valores = [] }: Rows): Set<number> => {
  let [min, max] = [Infinity, -Infinity];
  for (const rows of [lecturas, estados, mediciones, valores]) {
    for (const { ts } of rows) {
      if (ts < min) min = ts;
      if (ts > max) max = ts;
    }
  }
  if (monthOf(min) === monthOf(max)) return new Set([monthOf(min)]);
  return new Set([...lecturas, ...estados, ...mediciones, ...valores].map(({ ts }) => monthOf(ts)));
};
