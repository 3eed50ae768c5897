import { Injectable } from '@nestjs/common';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { IngestMetrics } from '../ingest/ingest.metrics.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { ExportPace } from './export-pace.js';
import { type ExportSession, ExportSessions } from './export-session.js';
import type { Export } from './export-file.js';
import { type Window, Windows } from './windows.js';

/** Time limit for counting the rows of a file, ms. */
const COUNT_MS = 150;

/** Without the BOM, Excel reads the file as Windows-1252. */
const BOM = '\uFEFF';

/** Streams CSV files from Postgres to the socket: COPY formats the rows, so memory use does not depend on their number. */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly partitions: PartitionsService,
    private readonly ingest: IngestMetrics,
    private readonly sessions: ExportSessions,
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
    const session = this.sessions.begin(file.zona);
    await session.ready();
    let cancelled: Promise<void> | undefined;
    const cancel = (): void => {
      if (!salida.writableFinished) cancelled ??= session.cancel();
    };
    salida.once('close', cancel);
    try {
      await pipeline(this.contenido(file, ventanas, session), salida);
    } finally {
      salida.off('close', cancel);
      await cancelled;
      await session.end();
    }
  }

  private async *contenido(
    { header, query }: Export,
    ventanas: Windows,
    session: ExportSession,
  ): AsyncGenerator<string | Buffer> {
    const pace = new ExportPace(() => this.ingest.total);
    yield `${BOM}${header}\n`;
    for (let window = ventanas.actual; window !== null; window = ventanas.actual) {
      const sql = query(window);
      if (ventanas.blindly) {
        if (await session.hasRows(sql)) ventanas.narrow();
        else ventanas.advance(0, pace.piece);
        continue;
      }
      let bytes = 0;
      for await (const piece of session.copy(sql)) {
        bytes += piece.length;
        yield piece;
      }
      await pace.after(bytes);
      ventanas.advance(bytes, pace.piece);
    }
    // Before the reader sees the end of the file: who asks for the next one at once must find this one's slot free.
    await session.end();
  }

  /** The requested range of time, limited to the existing partitions. */
  private async ventanas({ tabla, entre }: Export): Promise<Windows> {
    const existing = await this.partitions.extension(tabla);
    if (existing === null || entre.length === 0) return new Windows(0, 0);
    const [limites]: Window[] = await this.dataSource.query(
      `SELECT extract(epoch FROM greatest(min(desde), $3::timestamptz)) * 1000 AS desde,
              extract(epoch FROM least(max(hasta), $4::timestamptz)) * 1000 AS hasta
         FROM unnest($1::timestamptz[], $2::timestamptz[]) t(desde, hasta)`,
      [
        entre.map(({ desde }) => desde),
        entre.map(({ hasta }) => hasta),
        new Date(existing.desde),
        new Date(existing.hasta),
      ],
    );
    return new Windows(Math.floor(Number(limites!.desde)), Math.ceil(Number(limites!.hasta)));
  }
}
