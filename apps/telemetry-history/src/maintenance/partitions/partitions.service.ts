import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { HistoryEnv } from '../../env.js';
import { retryLocked } from './locked.js';
import { LEVELS, type Level } from './levels.js';
import { startOf, monthOf, monthOfSuffix, suffixOf } from './month.js';

/** Months created ahead, not counting the current one. */
const LEAD = 2;
/** Lock timeout for creating a partition: it may wait a little, because it blocks neither readers nor writers. */
const WAIT_CREATE = '2s';
/** Lock timeout for dropping a partition: short, because all later queries queue behind the wait; the next try is an hour later. */
const WAIT_REMOVAL = '200ms';
const DIA_MS = 86_400_000;

const existing = (tx: EntityManager, tabla: string): Promise<{ particion: string }[]> =>
  tx.query(
    `SELECT c.relname AS particion FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass ORDER BY 1`,
    [tabla],
  );

/** Monthly partitions of every level: created ahead of time and on demand for buffered samples, dropped when retention ends. */
@Injectable()
export class PartitionsService {
  private readonly known = new Set<number>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENV) private readonly env: Pick<HistoryEnv, 'RETENTION_DAYS' | 'RETENTION_ROLLUP_DAYS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Creates the missing partitions of these months (of {@link monthOf}), safely with several instances.
   * @returns the months that retention has dropped; they are not created again.
   */
  async ensure(months: Iterable<number>, ahora = Date.now()): Promise<Set<number>> {
    const missing = [...new Set(months)].filter((mes) => !this.known.has(mes)).sort((a, b) => a - b);
    if (missing.length === 0) return new Set();
    return retryLocked(() =>
      this.dataSource.transaction(async (tx) => {
        await this.exclusive(tx, WAIT_CREATE);
        const limite = await this.limite(tx, ahora);
        const withdrawn = new Set(missing.filter((mes) => startOf(mes) < limite));
        const added = missing.filter((mes) => !withdrawn.has(mes));
        for (const nivel of LEVELS) await this.create(tx, nivel, added);
        return { added, withdrawn };
      }),
    ).then(({ added, withdrawn }) => {
      for (const mes of added) this.known.add(mes);
      return withdrawn;
    });
  }

  /** Clears the cache of existing partitions, because another instance may have dropped one. */
  forget(): void {
    this.known.clear();
  }

  /** Range of time covered by partitions, ms; null = none. */
  async extension(tabla: Level['tabla']): Promise<{ desde: number; hasta: number } | null> {
    const stored = await existing(this.dataSource.manager, tabla);
    const [first, ultima] = [stored[0], stored.at(-1)];
    if (!first || !ultima) return null;
    return { desde: startOf(monthOfSuffix(first.particion)), hasta: startOf(monthOfSuffix(ultima.particion) + 1) };
  }

  /** The maintenance job: creates future months and drops expired ones. Blocks no query; a locked partition waits for the next run. */
  async keepUp(ahora = Date.now()): Promise<void> {
    const mes = monthOf(ahora);
    await this.ensure(
      Array.from({ length: LEAD + 1 }, (_, i) => mes + i),
      ahora,
    );
    for (const nivel of LEVELS) await this.withdraw(nivel, ahora);
  }

  private async create(tx: EntityManager, { tabla, storage }: Level, months: number[]): Promise<void> {
    const existed = new Set((await existing(tx, tabla)).map(({ particion }) => particion));
    for (const mes of months) {
      const particion = `${tabla}_${suffixOf(mes)}`;
      if (existed.has(particion)) continue;
      const [desde, hasta] = [startOf(mes), startOf(mes + 1)].map((ms) => new Date(ms).toISOString());
      // ATTACH blocks neither readers nor writers; CREATE TABLE … PARTITION OF would lock the parent exclusively.
      await tx.query(`CREATE TABLE ${particion} (LIKE ${tabla} INCLUDING ALL) WITH (${storage})`);
      await tx.query(`ALTER TABLE ${tabla} ATTACH PARTITION ${particion} FOR VALUES FROM ('${desde}') TO ('${hasta}')`);
    }
  }

  private async withdraw({ tabla, dias }: Level, ahora: number): Promise<void> {
    const primero = monthOf(ahora - dias(this.env) * DIA_MS);
    const expired = (await existing(this.dataSource.manager, tabla)).filter(
      ({ particion }) => particion < `${tabla}_${suffixOf(primero)}`,
    );
    for (const { particion } of expired) {
      try {
        await retryLocked(() => this.release(tabla, particion, primero));
        this.known.clear();
        this.logger.info({ particion }, 'Partition dropped: its retention is over');
      } catch (error) {
        this.logger.warn({ err: error, particion }, 'Partition could not be dropped yet');
      }
    }
  }

  private release(tabla: string, particion: string, primero: number): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await this.exclusive(tx, WAIT_REMOVAL);
      await tx.query(
        `INSERT INTO retencion (tabla, desde) VALUES ($1, $2)
         ON CONFLICT (tabla) DO UPDATE SET desde = greatest(retencion.desde, excluded.desde)`,
        [tabla, new Date(startOf(primero))],
      );
      await tx.query(`DROP TABLE IF EXISTS ${particion}`);
    });
  }

  /** Takes the lock under which one instance at a time creates and drops partitions. */
  private async exclusive(tx: EntityManager, wait: string): Promise<void> {
    await tx.query(`SET LOCAL lock_timeout = '${wait}'`);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('acequia.telemetria.particiones', 0))`);
  }

  /** Earliest time that ingest may still store, ms. */
  private async limite(tx: EntityManager, ahora: number): Promise<number> {
    const rows: { desde: Date }[] = await tx.query('SELECT desde FROM retencion WHERE tabla = $1', [LEVELS[0].tabla]);
    const guardado = rows[0]?.desde.getTime() ?? -Infinity;
    // Also excludes months that retention would drop at its next run.
    return Math.max(guardado, startOf(monthOf(ahora - LEVELS[0].dias(this.env) * DIA_MS)));
  }
}
