import { ENV, LOGGER, type Logger, translateDatabaseError } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { IngestMetrics } from '../ingest/ingest.metrics.js';
import type { HistoryEnv } from '../env.js';
import { SCHEMA } from '../schema.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { ExportPace } from './export-pace.js';
import type { Export } from './export-file.js';
import { type Window, Windows } from './windows.js';

/** Time limit for counting the rows of a file, ms. */
const COUNT_MS = 150;

const CONNECT_MS = 3_000;
/** Without the BOM, Excel reads the file as Windows-1252. */
const BOM = '\uFEFF';

/** A separate connection, not the pool's: it may run long, and ends when the export is cancelled or fails. */
type ExportClient = pg.Client & { processID: number };

/** Streams CSV files from Postgres to the socket: COPY formats the rows, so memory use does not depend on their number. */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly partitions: PartitionsService,
    private readonly ingest: IngestMetrics,
    @Inject(ENV) private readonly env: Pick<HistoryEnv, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'INSTANCE_ID'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Approximate number of rows of the file; null when counting takes too long, because no reader should wait for the number. */
  async count({ howMany }: Export): Promise<number | null> {
    if (howMany === null) return 0;
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(`SET LOCAL statement_timeout = ${COUNT_MS}`);
      const [fila]: { n: string | null }[] = await runner.query(howMany);
      await runner.commitTransaction();
      return Number(fila?.n ?? 0);
    } catch {
      // Too many rows to count in time; any other failure will show when the rows themselves are read.
      await runner.rollbackTransaction().catch(() => undefined);
      return null;
    } finally {
      await runner.release();
    }
  }

  /** Writes the whole file and ends `salida`; cancels the query when `salida` closes early. @throws when it closes early */
  async write(file: Export, salida: Writable): Promise<void> {
    const ventanas = await this.ventanas(file);
    const client = await this.open(file.zona);
    let cancelled: Promise<void> | undefined;
    const cancel = (): void => {
      if (!salida.writableFinished) cancelled ??= this.cancel(client.processID);
    };
    salida.once('close', cancel);
    try {
      await pipeline(this.contenido(file, ventanas, client), salida);
    } finally {
      salida.off('close', cancel);
      await cancelled;
      await client.end().catch(() => undefined);
    }
  }

  private async open(zona: string): Promise<ExportClient> {
    const client = new pg.Client({
      connectionString: this.env.DATABASE_DIRECT_URL ?? this.env.DATABASE_URL,
      application_name: `telemetry-history ${this.env.INSTANCE_ID} export`,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // Sorted rows are aggregated as they arrive; a hash aggregate would hold back the first row until the last one is read.
      options: `-c search_path=${SCHEMA},public -c statement_timeout=0 -c enable_hashagg=off -c TimeZone=${zona}`,
    });
    client.on('error', (error) => this.logger.warn({ err: error }, 'The connection of an export broke'));
    try {
      await client.connect();
    } catch (error) {
      throw translateDatabaseError(error);
    }
    return client as ExportClient;
  }

  private async *contenido(
    { header, query }: Export,
    ventanas: Windows,
    client: ExportClient,
  ): AsyncGenerator<string | Buffer> {
    const pace = new ExportPace(() => this.ingest.total);
    yield `${BOM}${header}\n`;
    for (let window = ventanas.actual; window !== null; window = ventanas.actual) {
      const sql = query(window);
      if (ventanas.blindly) {
        const { rows } = await client.query<{ hay: boolean }>(`SELECT EXISTS (${sql}) AS hay`);
        if (rows[0]!.hay) ventanas.narrow();
        else ventanas.advance(0, pace.piece);
        continue;
      }
      const rows = client.query(copyTo(`COPY (${sql}) TO STDOUT WITH (FORMAT csv)`));
      // The pipeline has already reported the failure that closes the connection.
      rows.on('error', () => undefined);
      let bytes = 0;
      for await (const piece of rows as AsyncIterable<Buffer>) {
        bytes += piece.length;
        yield piece;
      }
      await pace.after(bytes);
      ventanas.advance(bytes, pace.piece);
    }
  }

  /** The requested range of time, limited to the existing partitions. */
  private async ventanas({ tabla, entre }: Export): Promise<Windows> {
    const hay = await this.partitions.extension(tabla);
    if (hay === null || entre.length === 0) return new Windows(0, 0);
    const [limites]: Window[] = await this.dataSource.query(
      `SELECT extract(epoch FROM greatest(min(desde), $3::timestamptz)) * 1000 AS desde,
              extract(epoch FROM least(max(hasta), $4::timestamptz)) * 1000 AS hasta
         FROM unnest($1::timestamptz[], $2::timestamptz[]) t(desde, hasta)`,
      [entre.map(({ desde }) => desde), entre.map(({ hasta }) => hasta), new Date(hay.desde), new Date(hay.hasta)],
    );
    return new Windows(Math.floor(Number(limites!.desde)), Math.ceil(Number(limites!.hasta)));
  }

  private async cancel(pid: number): Promise<void> {
    await this.dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export that nobody reads could not be cancelled');
    });
  }
}
