import { type Caller, type ExportRequest } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { AccesoService } from '../history/acceso.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { type Dias, limitesSql } from '../history/rango.js';
import { IngestMetrics } from '../ingest/ingest.metrics.js';
import type { Nivel } from '../partitions/levels.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import { CABECERA_ENERGIA, cuantosEnergiaSql, energiaSql } from './energia-csv.sql.js';
import { CABECERAS, cuantosSensoresSql, estadosSql, sensoresSql, type Tramo } from './csv.sql.js';
import { ExportPace } from './export-pace.js';
import { archivoDeSitio, type CableDeSitio } from './sitio.js';
import { SIEMPRE, type Ventana, Ventanas } from './ventanas.js';

/** Longest that the rows of a file are counted for, ms. */
const CONTAR_MS = 150;

/** Excel takes a file without it for Windows-1252. */
const BOM = '\uFEFF';

type Cliente = pg.PoolClient & Pick<pg.Client, 'end'> & { processID: number };

/** A file that may be written: everything that could refuse it has been asked. */
export interface Exportacion {
  archivo: string;
  empresa_id: number;
  zona: string;
  cabecera: string;
  /** Where its rows are. */
  tabla: Nivel['tabla'];
  /** When they may be from, as Postgres writes times; none = there are none. */
  entre: readonly Ventana[];
  /** SELECT of the rows of a window, in the order of time. */
  consulta: (ventana: Ventana) => string;
  /** SELECT of about how many there are, as n. */
  cuantas: string | null;
}

/** CSV files straight from Postgres to the socket: COPY formats the rows, memory stays flat whatever their number. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acceso: AccesoService,
    private readonly history: HistoryRepository,
    private readonly partitions: PartitionsService,
    private readonly ingest: IngestMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError no_encontrado for what the caller may not read. */
  async preparar(caller: Caller, request: ExportRequest): Promise<Exportacion> {
    switch (request.tipo) {
      case 'sensores':
        return request.formato === 'ancho'
          ? this.sitio(caller, request.switch_id, request)
          : this.sensores(caller, request.switch_id, request);
      case 'estados':
        return this.estados(caller, request.empresa_id, request);
      case 'energia':
        return this.energia(caller, request.dispositivo_id, request);
    }
  }

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

  private async sensores(caller: Caller, switch_id: number, dias: Dias): Promise<Exportacion> {
    const sw = await this.acceso.exigirSwitch(caller, switch_id);
    const { empresa_id, zona_horaria: zona } = sw;
    const { desde, hasta } = limitesSql(2, 3, 4);
    const tramos: Tramo[] = await this.dataSource.query(
      `SELECT placa_id, pin, desde::text, hasta::text FROM (
         SELECT placa_id, pin, greatest(desde, ${desde}) AS desde, least(hasta, ${hasta}) AS hasta
           FROM cableado WHERE switch_id = $1 AND papel = 'sensor' AND empresa_id = ${Number(empresa_id)}
       ) tramos WHERE desde < hasta ORDER BY tramos.desde, placa_id, pin`,
      [switch_id, dias.desde ?? null, dias.hasta ?? null, zona],
    );
    return {
      archivo: `temp_hum_switch_${switch_id}.csv`,
      empresa_id,
      zona,
      cabecera: CABECERAS.sensores,
      tabla: 'lecturas',
      entre: tramos,
      consulta: (ventana) => sensoresSql(tramos, sw, ventana),
      cuantas: tramos.length > 0 ? cuantosSensoresSql(tramos) : null,
    };
  }

  /** All switches of the site of a switch, as far as the caller may read them. */
  private async sitio(caller: Caller, switch_id: number, dias: Dias): Promise<Exportacion> {
    const { empresa_id, zona: sitio, zona_horaria: zona } = await this.acceso.exigirSwitch(caller, switch_id);
    const legibles = await this.acceso.switchesDeEmpresa(caller, empresa_id);
    const { desde, hasta } = limitesSql(2, 3, 4);
    const cables: CableDeSitio[] = await this.dataSource.query(
      `SELECT * FROM (
         SELECT s.id AS switch_id, s.nombre, c.placa_id, c.pin,
                greatest(c.desde, ${desde})::text AS desde, least(c.hasta, ${hasta})::text AS hasta,
                greatest(c.desde, ${desde}) < least(c.hasta, ${hasta}) AS hay
           FROM switches s JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'sensor'
          WHERE s.empresa_id = $1 AND s.zona = $5 AND NOT s.eliminado AND ($6::int[] IS NULL OR s.id = ANY($6::int[]))
       ) t WHERE hay ORDER BY nombre, switch_id, desde, placa_id, pin`,
      [empresa_id, dias.desde ?? null, dias.hasta ?? null, zona, sitio, legibles],
    );
    return {
      archivo: `temp_hum_sitio_${switch_id}.csv`,
      empresa_id,
      zona,
      ...archivoDeSitio(cables),
    };
  }

  private async estados(caller: Caller, empresa_id: number, dias: Dias): Promise<Exportacion> {
    const switches = await this.acceso.switchesDeEmpresa(caller, empresa_id);
    const zona = await this.history.zonaDe(empresa_id);
    const limites = limitesSql(1, 2, 3);
    const [rango]: Ventana[] = await this.dataSource.query(
      `SELECT (${limites.desde})::text AS desde, (${limites.hasta})::text AS hasta`,
      [dias.desde ?? null, dias.hasta ?? null, zona],
    );
    const consulta = (ventana: Ventana): string => estadosSql(empresa_id, switches, rango!, ventana);
    return {
      archivo: `estados_empresa_${empresa_id}.csv`,
      empresa_id,
      zona,
      cabecera: CABECERAS.estados,
      tabla: 'transiciones',
      entre: [rango!],
      consulta,
      cuantas: `SELECT count(*) AS n FROM (${consulta(SIEMPRE)}) t`,
    };
  }

  private async energia(caller: Caller, dispositivo_id: number, dias: Dias): Promise<Exportacion> {
    const { empresa_id, nombre, desde } = await this.acceso.exigirDispositivo(caller, dispositivo_id);
    const zona = await this.history.zonaDe(empresa_id);
    const limites = limitesSql(1, 2, 3);
    const [rango]: Ventana[] = await this.dataSource.query(
      `SELECT greatest(${limites.desde}, $4::timestamptz)::text AS desde, (${limites.hasta})::text AS hasta`,
      [dias.desde ?? null, dias.hasta ?? null, zona, desde],
    );
    return {
      archivo: `energia_dispositivo_${dispositivo_id}.csv`,
      empresa_id,
      zona,
      cabecera: CABECERA_ENERGIA,
      tabla: 'mediciones',
      entre: [rango!],
      consulta: (ventana) => energiaSql(dispositivo_id, nombre, [rango!, ventana]),
      cuantas: cuantosEnergiaSql(dispositivo_id, rango!.desde, rango!.hasta),
    };
  }

  private async cancelar(pid: number): Promise<void> {
    await this.dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export that nobody reads could not be cancelled');
    });
  }
}
