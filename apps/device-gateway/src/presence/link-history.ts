import type { SinEnlace } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const FLUSH_MS = 500;
/** Connections and disconnections kept per board. */
const KEEP = 200;
/** Most waiting entries of all boards; the oldest go first. */
const QUEUE_MAX = 20_000;

/** A board connected (1) or disconnected (0); `ts` in ms. */
export interface LinkChange {
  online: 0 | 1;
  ts: number;
}

/** Of boards and a time: each kept change lasts until the next one; before the first of them nothing is known. */
const WITHOUT = `WITH changes AS (
    SELECT placa_id, online, ts, lag(online) OVER board AS before, lead(ts, 1, $3::bigint) OVER board AS until
      FROM enlaces WHERE placa_id = ANY($1) AND ts < $3 WINDOW board AS (PARTITION BY placa_id ORDER BY ts, id)
  ), spans AS (SELECT *, greatest(0, until - greatest(ts, $2::bigint)) AS ms FROM changes)
  SELECT placa_id, (count(*) FILTER (WHERE online = 0 AND ts >= $2 AND before IS DISTINCT FROM 0))::int AS cortes,
    round(coalesce(sum(ms) FILTER (WHERE online = 0), 0) / 1000)::int AS sin_enlace_s, round(sum(ms) / 1000)::int AS sabido_s
  FROM spans GROUP BY placa_id`;

/** When boards connected and disconnected, written in batches. */
@Injectable()
export class LinkHistory implements BeforeApplicationShutdown {
  private queue: (LinkChange & { placa_id: number })[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  add(placa_id: number, online: boolean, ts: number): void {
    this.queue.push({ placa_id, online: online ? 1 : 0, ts });
  }

  /** Newest first. */
  async of(placa_id: number): Promise<LinkChange[]> {
    await this.flush();
    const rows: { online: 0 | 1; ts: string }[] = await this.db.query(
      'SELECT online, ts FROM enlaces WHERE placa_id = $1 ORDER BY ts DESC, id DESC LIMIT $2',
      [placa_id, KEEP],
    );
    return rows.map(({ online, ts }) => ({ online, ts: Number(ts) }));
  }

  /** Of several boards since a time (ms), each newest first. */
  async since(placas: readonly number[], ts: number): Promise<Map<number, LinkChange[]>> {
    await this.flush();
    const rows: { placa_id: number; online: 0 | 1; ts: string }[] = await this.db.query(
      'SELECT placa_id, online, ts FROM enlaces WHERE placa_id = ANY($1) AND ts >= $2 ORDER BY ts DESC, id DESC',
      [placas, ts],
    );
    const found = new Map<number, LinkChange[]>(placas.map((placa_id) => [placa_id, []]));
    for (const row of rows) found.get(row.placa_id)?.push({ online: row.online, ts: Number(row.ts) });
    return found;
  }

  /** What is known of boards' time without a link in [desde, hasta), ms, in their order. */
  async without(placas: readonly number[], desde: number, hasta: number): Promise<SinEnlace[]> {
    await this.flush();
    const rows: SinEnlace[] = await this.db.query(WITHOUT, [placas, desde, hasta]);
    const known = new Map(rows.map((row) => [row.placa_id, row]));
    return placas.map((placa_id) => known.get(placa_id) ?? { placa_id, cortes: 0, sin_enlace_s: 0, sabido_s: 0 });
  }

  @Every({ ms: FLUSH_MS, failed: 'connections of boards could not be written' })
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (this.queue.length === 0) return;
    const batch = this.queue;
    this.queue = [];
    try {
      await this.save(batch);
    } catch (error) {
      this.logger.warn({ err: error, enlaces: batch.length }, 'connections of boards could not be written');
      this.queue = [...batch, ...this.queue].slice(-QUEUE_MAX);
    }
  }

  private async save(batch: readonly (LinkChange & { placa_id: number })[]): Promise<void> {
    await this.db.query(
      `INSERT INTO enlaces (placa_id, online, ts)
       SELECT u.* FROM unnest($1::int[], $2::smallint[], $3::bigint[]) AS u (placa_id, online, ts)
       WHERE EXISTS (SELECT 1 FROM placas p WHERE p.placa_id = u.placa_id AND p.eliminada_en IS NULL)`,
      [batch.map((e) => e.placa_id), batch.map((e) => e.online), batch.map((e) => e.ts)],
    );
    await this.db.query(
      `DELETE FROM enlaces e USING (
         SELECT t.placa_id, (SELECT x.id FROM enlaces x WHERE x.placa_id = t.placa_id
                             ORDER BY x.id DESC OFFSET $2 LIMIT 1) AS last_old
         FROM unnest($1::int[]) AS t (placa_id)) AS cut
       WHERE e.placa_id = cut.placa_id AND e.id <= cut.last_old`,
      [[...new Set(batch.map((e) => e.placa_id))], KEEP],
    );
  }
}
