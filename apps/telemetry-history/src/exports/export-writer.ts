import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { IngestMetrics } from '../ingest/ingest.metrics.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import { ExportPace } from './export-pace.js';
import type { Exportacion } from './exportacion.js';
import { type Ventana, Ventanas } from './ventanas.js';

/** Longest that the rows of a file are counted for, ms. */
const CONTAR_MS = 150;

/** Excel takes a file without it for Windows-1252. */
const BOM = '\uFEFF';

type Cliente = pg.PoolClient & Pick<pg.Client, 'end'> & { processID: number };

/** CSV files straight from Postgres to the socket: COPY formats the rows, memory stays flat whatever their number. */
@Injectable()
export class ExportWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly partitions: PartitionsService,
    private readonly ingest: IngestMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** About how many rows the file will have; null when that cannot be said soon: nobody waits for a number. */
  async contar({ cuantas }: Exportacion): Promise<number | null> {
    if (cuantas === null) return 0;
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(`SET LOCAL statement_timeout = ${CONTAR_MS}`);
      const [fila]: { n: string | null }[] = await runner.query(cuantas);
      await runner.commitTransaction();
      return Number(fila?.n ?? 0);
    } catch {
      // Too many to count in time; whatever else it may be, the rows themselves will say so.
      await runner.rollbackTransaction().catch(() => undefined);
      return null;
    } finally {
      await runner.release();
    }
  }

  /** Writes the whole file and ends `salida`; when that closes early, the query behind it is cancelled. @throws when it did */
  async escribir(exportacion: Exportacion, salida: Writable): Promise<void> {
    const ventanas = await this.ventanas(exportacion);
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as Cliente;
    let cancelada: Promise<void> | undefined;
    const cancelar = (): void => {
      if (!salida.writableFinished) cancelada ??= this.cancelar(client.processID);
    };
    salida.once('close', cancelar);
    try {
      // Rows that come in order are put together as they come; a hash of all of them would keep the first one waiting.
      await runner.query('SET statement_timeout = 0; SET enable_hashagg = off');
      await runner.query(`SELECT set_config('TimeZone', $1, false)`, [exportacion.zona]);
      await pipeline(this.contenido(exportacion, ventanas, client), salida);
      await runner.query('RESET statement_timeout; RESET enable_hashagg; RESET TimeZone');
    } catch (error) {
      await cancelada;
      // With rows that nobody reads any more the connection would never come to its next answer: it is thrown away.
      await client.end().catch(() => undefined);
      throw error;
    } finally {
      salida.off('close', cancelar);
      await runner.release();
    }
  }

  private async *contenido(
    { cabecera, consulta }: Exportacion,
    ventanas: Ventanas,
    client: Cliente,
  ): AsyncGenerator<string | Buffer> {
    const pace = new ExportPace(() => this.ingest.total);
    yield `${BOM}${cabecera}\n`;
    for (let ventana = ventanas.actual; ventana !== null; ventana = ventanas.actual) {
      const sql = consulta(ventana);
      if (ventanas.aCiegas) {
        const { rows } = await client.query<{ hay: boolean }>(`SELECT EXISTS (${sql}) AS hay`);
        if (rows[0]!.hay) ventanas.estrechar();
        else ventanas.avanzar(0, pace.piece);
        continue;
      }
      const filas = client.query(copyTo(`COPY (${sql}) TO STDOUT WITH (FORMAT csv)`));
      // What the connection says as it is thrown away has been told by the pipeline already.
      filas.on('error', () => undefined);
      let bytes = 0;
      for await (const trozo of filas as AsyncIterable<Buffer>) {
        bytes += trozo.length;
        yield trozo;
      }
      await pace.after(bytes);
      ventanas.avanzar(bytes, pace.piece);
    }
  }

  /** The part of time that is asked for and of which there are partitions. */
  private async ventanas({ tabla, entre }: Exportacion): Promise<Ventanas> {
    const hay = await this.partitions.extension(tabla);
    if (hay === null || entre.length === 0) return new Ventanas(0, 0);
    const [limites]: Ventana[] = await this.dataSource.query(
      `SELECT extract(epoch FROM greatest(min(desde), $3::timestamptz)) * 1000 AS desde,
              extract(epoch FROM least(max(hasta), $4::timestamptz)) * 1000 AS hasta
         FROM unnest($1::timestamptz[], $2::timestamptz[]) t(desde, hasta)`,
      [entre.map(({ desde }) => desde), entre.map(({ hasta }) => hasta), new Date(hay.desde), new Date(hay.hasta)],
    );
    return new Ventanas(Math.floor(Number(limites!.desde)), Math.ceil(Number(limites!.hasta)));
  }

  private async cancelar(pid: number): Promise<void> {
    await this.dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export that nobody reads could not be cancelled');
    });
  }
}
