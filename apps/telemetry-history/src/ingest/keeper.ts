import type { Logger } from '@acequia/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import { mesDe } from '../partitions/month.js';
import type { PartitionsService } from '../partitions/partitions.service.js';
import type { Descartada } from './decode.js';
import { remedioPara } from './failures.js';
import type { IngestMetrics } from './ingest.metrics.js';
import { cuantas, type Filas } from './rows.js';
import type { Writer } from './writer.js';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
/** A missing partition that is there after it was made is somebody else's trouble: wait like for any other. */
const PRISAS = 3;

/** Stores batches whatever happens: waits out an absent Postgres, makes partitions, sets bad rows aside. */
export class Keeper {
  constructor(
    private readonly writer: Writer,
    private readonly partitions: PartitionsService,
    private readonly metrics: IngestMetrics,
    private readonly logger: Logger,
    private readonly stopped: AbortSignal,
  ) {}

  /**
   * Resolves when every row is committed, or among those answered: they can never be.
   * @throws the abort reason when ingest stops before that
   */
  async guardar(filas: Filas): Promise<Descartada[]> {
    if (cuantas(filas) === 0) return [];
    let todasTardias = false;
    for (let intento = 0; ; intento++) {
      this.stopped.throwIfAborted();
      try {
        const { dentro, fuera } = await this.conParticiones(filas);
        await this.escribir(dentro, todasTardias);
        return fuera;
      } catch (error) {
        this.metrics.reintentos.inc();
        const remedio = remedioPara(error);
        if (remedio === 'fila' || (remedio === 'frontera' && todasTardias)) return this.porMitades(filas, error);
        if (remedio === 'frontera') todasTardias = true;
        if (remedio === 'particion') this.partitions.olvidar();
        if (remedio !== 'esperar' && intento < PRISAS) continue;
        const delay = Math.min(FIRST_RETRY_MS * 2 ** intento, MAX_RETRY_MS) * (0.75 + Math.random() / 2);
        this.logger.warn({ err: error, filas: cuantas(filas), retry_ms: delay }, 'Readings could not be stored yet');
        await pause(delay, undefined, { signal: this.stopped });
      }
    }
  }

  private async escribir(filas: Filas, todasTardias: boolean): Promise<void> {
    if (cuantas(filas) === 0) return;
    const end = this.metrics.escritura.startTimer();
    const { nuevas, tardias } = await this.writer.guardar(filas, todasTardias);
    end();
    this.metrics.lote.observe(cuantas(filas));
    this.metrics.guardadas(nuevas, tardias);
  }

  /** Makes the partitions the rows need, and parts those that retention has closed. */
  private async conParticiones(filas: Filas): Promise<{ dentro: Filas; fuera: Descartada[] }> {
    const cerrados = await this.partitions.asegurar(mesesDe(filas));
    if (cerrados.size === 0) return { dentro: filas, fuera: [] };
    const cabe = ({ ts }: { ts: number }): boolean => !cerrados.has(mesDe(ts));
    const { lecturas, estados, mediciones = [] } = filas;
    const fuera = [...lecturas, ...estados, ...mediciones].filter((fila) => !cabe(fila));
    return {
      dentro: { lecturas: lecturas.filter(cabe), estados: estados.filter(cabe), mediciones: mediciones.filter(cabe) },
      fuera: fuera.map((contenido) => ({ motivo: 'fuera_de_retencion', contenido })),
    };
  }

  /** The database refuses the data itself: the rows it means are found by halving. */
  private async porMitades(filas: Filas, error: unknown): Promise<Descartada[]> {
    const { lecturas, estados, mediciones = [] } = filas;
    if (cuantas(filas) === 1) {
      const contenido = lecturas[0] ?? estados[0] ?? mediciones[0];
      this.logger.error({ err: error, contenido }, 'The database refuses a row');
      return [{ motivo: 'rechazada_por_la_base', contenido }];
    }
    const mitad = Math.ceil(cuantas(filas) / 2);
    const parte = (desde: number, hasta: number): Filas => {
      const de = <T>(lista: readonly T[], antes: number): T[] =>
        lista.slice(Math.max(0, desde - antes), Math.max(0, hasta - antes));
      const antes = lecturas.length + estados.length;
      return { lecturas: de(lecturas, 0), estados: de(estados, lecturas.length), mediciones: de(mediciones, antes) };
    };
    const primera = await this.guardar(parte(0, mitad));
    const segunda = await this.guardar(parte(mitad, Infinity));
    return [...primera, ...segunda];
  }
}

/** Nearly always one: then no row's month need be worked out. */
const mesesDe = ({ lecturas, estados, mediciones = [] }: Filas): Set<number> => {
  let [min, max] = [Infinity, -Infinity];
  for (const filas of [lecturas, estados, mediciones]) {
    for (const { ts } of filas) {
      if (ts < min) min = ts;
      if (ts > max) max = ts;
    }
  }
  if (mesDe(min) === mesDe(max)) return new Set([mesDe(min)]);
  return new Set([...lecturas, ...estados, ...mediciones].map(({ ts }) => mesDe(ts)));
};
