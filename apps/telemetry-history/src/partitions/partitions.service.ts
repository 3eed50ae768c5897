import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { HistoryEnv } from '../env.js';
import { retryLocked } from './locked.js';
import { NIVELES, type Nivel } from './levels.js';
import { inicioDe, mesDe, mesDeSufijo, sufijoDe } from './month.js';

/** Months made ahead, the current one not counted. */
const ADELANTO = 2;
/** Making a partition stops no reader and no writer, so it may wait a little for the lock. */
const ESPERA_CREAR = '2s';
/** Dropping one queues everybody behind it while it waits: it asks briefly, and again an hour later. */
const ESPERA_RETIRAR = '200ms';
const DIA_MS = 86_400_000;

const existentes = (tx: EntityManager, tabla: string): Promise<{ particion: string }[]> =>
  tx.query(
    `SELECT c.relname AS particion FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass ORDER BY 1`,
    [tabla],
  );

/** Monthly partitions of every level: made ahead of time, on demand for what boards buffered, dropped when their time is over. */
@Injectable()
export class PartitionsService {
  private readonly conocidos = new Set<number>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENV) private readonly env: Pick<HistoryEnv, 'RETENTION_DAYS' | 'RETENTION_ROLLUP_DAYS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Makes what is missing for these months (of {@link mesDe}), whichever instance comes first.
   * @returns those that retention has dropped and that stay so.
   */
  async asegurar(meses: Iterable<number>): Promise<Set<number>> {
    const faltan = [...new Set(meses)].filter((mes) => !this.conocidos.has(mes)).sort((a, b) => a - b);
    if (faltan.length === 0) return new Set();
    return retryLocked(() =>
      this.dataSource.transaction(async (tx) => {
        await this.exclusivo(tx, ESPERA_CREAR);
        const limite = await this.limite(tx);
        const retirados = new Set(faltan.filter((mes) => inicioDe(mes) < limite));
        const nuevos = faltan.filter((mes) => !retirados.has(mes));
        for (const nivel of NIVELES) await this.crear(tx, nivel, nuevos);
        return { nuevos, retirados };
      }),
    ).then(({ nuevos, retirados }) => {
      for (const mes of nuevos) this.conocidos.add(mes);
      return retirados;
    });
  }

  /** What was known to exist may be gone: another instance has dropped it. */
  olvidar(): void {
    this.conocidos.clear();
  }

  /** From when to when there are partitions, ms; null = none. */
  async extension(tabla: Nivel['tabla']): Promise<{ desde: number; hasta: number } | null> {
    const hay = await existentes(this.dataSource.manager, tabla);
    const [primera, ultima] = [hay[0], hay.at(-1)];
    if (!primera || !ultima) return null;
    return { desde: inicioDe(mesDeSufijo(primera.particion)), hasta: inicioDe(mesDeSufijo(ultima.particion) + 1) };
  }

  /** The job: the months to come exist, those whose time is over are gone. Stops nobody; what is locked waits for the next run. */
  async mantener(ahora = Date.now()): Promise<void> {
    const mes = mesDe(ahora);
    await this.asegurar(Array.from({ length: ADELANTO + 1 }, (_, i) => mes + i));
    for (const nivel of NIVELES) await this.retirar(nivel, ahora);
  }

  private async crear(tx: EntityManager, { tabla, almacenamiento }: Nivel, meses: number[]): Promise<void> {
    const hay = new Set((await existentes(tx, tabla)).map(({ particion }) => particion));
    for (const mes of meses) {
      const particion = `${tabla}_${sufijoDe(mes)}`;
      if (hay.has(particion)) continue;
      const [desde, hasta] = [inicioDe(mes), inicioDe(mes + 1)].map((ms) => new Date(ms).toISOString());
      // Attaching blocks nobody; CREATE TABLE … PARTITION OF would take the parent for itself.
      await tx.query(`CREATE TABLE ${particion} (LIKE ${tabla} INCLUDING ALL) WITH (${almacenamiento})`);
      await tx.query(`ALTER TABLE ${tabla} ATTACH PARTITION ${particion} FOR VALUES FROM ('${desde}') TO ('${hasta}')`);
    }
  }

  private async retirar({ tabla, dias }: Nivel, ahora: number): Promise<void> {
    const primero = mesDe(ahora - dias(this.env) * DIA_MS);
    const vencidas = (await existentes(this.dataSource.manager, tabla)).filter(
      ({ particion }) => particion < `${tabla}_${sufijoDe(primero)}`,
    );
    for (const { particion } of vencidas) {
      try {
        await retryLocked(() => this.soltar(tabla, particion, primero));
        this.conocidos.clear();
        this.logger.info({ particion }, 'Partition dropped: its retention is over');
      } catch (error) {
        this.logger.warn({ err: error, particion }, 'Partition could not be dropped yet');
      }
    }
  }

  private soltar(tabla: string, particion: string, primero: number): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await this.exclusivo(tx, ESPERA_RETIRAR);
      await tx.query(
        `INSERT INTO retencion (tabla, desde) VALUES ($1, $2)
         ON CONFLICT (tabla) DO UPDATE SET desde = greatest(retencion.desde, excluded.desde)`,
        [tabla, new Date(inicioDe(primero))],
      );
      await tx.query(`DROP TABLE IF EXISTS ${particion}`);
    });
  }

  /** Instances make and drop partitions one at a time. */
  private async exclusivo(tx: EntityManager, espera: string): Promise<void> {
    await tx.query(`SET LOCAL lock_timeout = '${espera}'`);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('acequia.telemetria.particiones', 0))`);
  }

  /** Start of what ingest may still store, ms. */
  private async limite(tx: EntityManager): Promise<number> {
    const rows: { desde: Date }[] = await tx.query('SELECT desde FROM retencion WHERE tabla = $1', [NIVELES[0].tabla]);
    const guardado = rows[0]?.desde.getTime() ?? -Infinity;
    // What retention would drop at its next run is not made first.
    return Math.max(guardado, inicioDe(mesDe(Date.now() - NIVELES[0].dias(this.env) * DIA_MS)));
  }
}
