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
import { CABECERA_ENERGIA, energiaSql } from './energia-csv.sql.js';
import { CABECERAS, celda, estadosSql, fecha, sensoresSql, type Tramo } from './csv.sql.js';

/** Excel takes a file without it for Windows-1252. */
const BOM = '\uFEFF';

/** A file that may be written: everything that could refuse it has been asked. */
export interface Exportacion {
  archivo: string;
  empresa_id: number;
  zona: string;
  cabecera: string;
  /** SELECT of the rows; null = there are none. */
  consulta: string | null;
}

/** CSV files straight from Postgres to the socket: COPY formats the rows, memory stays flat whatever their number. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acceso: AccesoService,
    private readonly history: HistoryRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError no_encontrado for what the caller may not read. */
  async preparar(caller: Caller, request: ExportRequest): Promise<Exportacion> {
    switch (request.tipo) {
      case 'sensores':
        return this.sensores(caller, request.switch_id, request);
      case 'estados':
        return this.estados(caller, request.empresa_id, request);
      case 'energia':
        return this.energia(caller, request.dispositivo_id, request);
    }
  }

  /** Writes the whole file and ends `salida`; when that closes early, the query behind it is cancelled. @throws when it did */
  async escribir({ zona, cabecera, consulta }: Exportacion, salida: Writable): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as pg.PoolClient & Pick<pg.Client, 'end'> & { processID: number };
    let cancelada: Promise<void> | undefined;
    const cancelar = (): void => {
      if (!salida.writableFinished) cancelada ??= this.cancelar(client.processID);
    };
    salida.once('close', cancelar);
    try {
      if (salida.destroyed) throw new Error('Whoever asked for the export went away before its first row');
      await runner.startTransaction();
      await runner.query(`SET LOCAL statement_timeout = 0`);
      await runner.query(`SELECT set_config('TimeZone', $1, true)`, [zona]);
      salida.write(`${BOM}${cabecera}\n`);
      if (consulta !== null) await this.copiar(client, consulta, salida);
      await runner.commitTransaction();
      salida.end();
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
      consulta: tramos.length > 0 ? sensoresSql(tramos, sw) : null,
    };
  }

  private async estados(caller: Caller, empresa_id: number, dias: Dias): Promise<Exportacion> {
    const switches = await this.acceso.switchesDeEmpresa(caller, empresa_id);
    const zona = await this.history.zonaDe(empresa_id);
    const limites = limitesSql(1, 2, 3);
    const [rango]: { desde: string; hasta: string }[] = await this.dataSource.query(
      `SELECT (${limites.desde})::text AS desde, (${limites.hasta})::text AS hasta`,
      [dias.desde ?? null, dias.hasta ?? null, zona],
    );
    return {
      archivo: `estados_empresa_${empresa_id}.csv`,
      empresa_id,
      zona,
      cabecera: CABECERAS.estados,
      consulta: estadosSql(empresa_id, switches, rango!.desde, rango!.hasta),
    };
  }

  private async energia(caller: Caller, dispositivo_id: number, dias: Dias): Promise<Exportacion> {
    const { empresa_id, nombre, desde } = await this.acceso.exigirDispositivo(caller, dispositivo_id);
    const zona = await this.history.zonaDe(empresa_id);
    const limites = limitesSql(1, 2, 3);
    const [rango]: { desde: string; hasta: string }[] = await this.dataSource.query(
      `SELECT greatest(${limites.desde}, $4::timestamptz)::text AS desde, (${limites.hasta})::text AS hasta`,
      [dias.desde ?? null, dias.hasta ?? null, zona, desde],
    );
    return {
      archivo: `energia_dispositivo_${dispositivo_id}.csv`,
      empresa_id,
      zona,
      cabecera: CABECERA_ENERGIA,
      consulta: energiaSql(dispositivo_id, nombre, rango!.desde, rango!.hasta, { fecha, celda }),
    };
  }

  private async cancelar(pid: number): Promise<void> {
    await this.dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export that nobody reads could not be cancelled');
    });
  }

  private async copiar(client: pg.PoolClient, consulta: string, salida: Writable): Promise<void> {
    const filas = client.query(copyTo(`COPY (${consulta}) TO STDOUT WITH (FORMAT csv)`));
    // What the connection says as it is thrown away has been told by the pipeline already.
    filas.on('error', () => undefined);
    await pipeline(filas, salida, { end: false });
  }
}
