import { type Caller, type ExportRequest } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessService } from '../queries/history/access.service.js';
import { HistoryRepository } from '../queries/history/history.repository.js';
import { type Dias, limitsSql } from '../queries/history/range.js';
import { HEADERS, countSensorsSql, estadosSql, sensoresSql, type Span } from './csv.sql.js';
import { ENERGIA_HEADER, countEnergiaSql, energiaSql } from './energia-csv.sql.js';
import type { Export } from './export-file.js';
import { countPuntoSql, puntoHeader, puntoSql } from './punto-csv.sql.js';
import { sitioFile, type CableDeSitio } from './sitio-file.js';
import { ALWAYS, type Window } from './windows.js';

/** Selects the rows of each kind of file, limited to those that the caller may read. */
@Injectable()
export class ExportPlanner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acceso: AccessService,
    private readonly history: HistoryRepository,
  ) {}

  /** @throws AppError no_encontrado for what the caller may not read. */
  async prepare(caller: Caller, request: ExportRequest): Promise<Export> {
    switch (request.tipo) {
      case 'sensores':
        return request.formato === 'ancho'
          ? this.sitio(caller, request.switch_id, request)
          : this.sensores(caller, request.switch_id, request);
      case 'estados':
        return this.estados(caller, request.empresa_id, request);
      case 'energia':
        return this.energia(caller, request.dispositivo_id, request);
      case 'punto':
        return this.punto(caller, request.punto_id, request);
    }
  }

  private async sensores(caller: Caller, switch_id: number, dias: Dias): Promise<Export> {
    const sw = await this.acceso.requireSwitch(caller, switch_id);
    const { empresa_id, zona_horaria: zona } = sw;
    const { desde, hasta } = limitsSql(2, 3, 4);
    const spans: Span[] = await this.dataSource.query(
      `SELECT placa_id, pin, desde::text, hasta::text FROM (
         SELECT placa_id, pin, greatest(desde, ${desde}) AS desde, least(hasta, ${hasta}) AS hasta
           FROM cableado WHERE switch_id = $1 AND papel = 'sensor' AND empresa_id = ${Number(empresa_id)}
       ) tramos WHERE desde < hasta ORDER BY tramos.desde, placa_id, pin`,
      [switch_id, dias.desde ?? null, dias.hasta ?? null, zona],
    );
    return {
      file: `temp_hum_switch_${switch_id}.csv`,
      empresa_id,
      zona,
      header: HEADERS.sensores,
      tabla: 'lecturas',
      entre: spans,
      query: (window) => sensoresSql(spans, sw, window),
      howMany: spans.length > 0 ? countSensorsSql(spans) : null,
    };
  }

  /** All switches of the switch's site that the caller may read. */
  private async sitio(caller: Caller, switch_id: number, dias: Dias): Promise<Export> {
    const { empresa_id, zona: sitio, zona_horaria: zona } = await this.acceso.requireSwitch(caller, switch_id);
    const readable = await this.acceso.switchesOfEmpresa(caller, empresa_id);
    const { desde, hasta } = limitsSql(2, 3, 4);
    const cables: CableDeSitio[] = await this.dataSource.query(
      `SELECT * FROM (
         SELECT s.id AS switch_id, s.nombre, c.placa_id, c.pin,
                greatest(c.desde, ${desde})::text AS desde, least(c.hasta, ${hasta})::text AS hasta,
                greatest(c.desde, ${desde}) < least(c.hasta, ${hasta}) AS hay
           FROM switches s JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'sensor'
          WHERE s.empresa_id = $1 AND s.zona = $5 AND NOT s.eliminado AND ($6::int[] IS NULL OR s.id = ANY($6::int[]))
       ) t WHERE hay ORDER BY nombre, switch_id, desde, placa_id, pin`,
      [empresa_id, dias.desde ?? null, dias.hasta ?? null, zona, sitio, readable],
    );
    return {
      file: `temp_hum_sitio_${switch_id}.csv`,
      empresa_id,
      zona,
      ...sitioFile(cables),
    };
  }

  private async estados(caller: Caller, empresa_id: number, dias: Dias): Promise<Export> {
    const relays = await this.acceso.relaysOfEmpresa(caller, empresa_id);
    const zona = await this.history.zoneOf(empresa_id);
    const range = await this.range(dias, zona, '-infinity');
    const query = (window: Window): string => estadosSql(relays, range, window);
    return {
      file: `estados_empresa_${empresa_id}.csv`,
      empresa_id,
      zona,
      header: HEADERS.estados,
      tabla: 'transiciones',
      entre: relays.length > 0 ? [range] : [],
      query,
      howMany: relays.length > 0 ? `SELECT count(*) AS n FROM (${query(ALWAYS)}) t` : null,
    };
  }

  private async energia(caller: Caller, dispositivo_id: number, dias: Dias): Promise<Export> {
    const { empresa_id, nombre, desde } = await this.acceso.requireDispositivo(caller, dispositivo_id);
    const zona = await this.history.zoneOf(empresa_id);
    const range = await this.range(dias, zona, desde);
    return {
      file: `energia_dispositivo_${dispositivo_id}.csv`,
      empresa_id,
      zona,
      header: ENERGIA_HEADER,
      tabla: 'mediciones',
      entre: [range],
      query: (window) => energiaSql(dispositivo_id, nombre, [range, window]),
      howMany: countEnergiaSql(dispositivo_id, range.desde, range.hasta),
    };
  }

  private async punto(caller: Caller, punto_id: number, dias: Dias): Promise<Export> {
    const punto = await this.acceso.requirePunto(caller, punto_id);
    const range = await this.range(dias, punto.zona_horaria, '-infinity');
    return {
      file: `punto_${punto_id}.csv`,
      empresa_id: punto.empresa_id,
      zona: punto.zona_horaria,
      header: puntoHeader(punto.magnitud),
      tabla: 'valores',
      entre: [range],
      query: (window) => puntoSql(punto_id, punto, [range, window]),
      howMany: countPuntoSql(punto_id, range),
    };
  }

  /** Those days in a zone, from `since` on, as Postgres writes times. */
  private async range(dias: Dias, zona: string, since: string): Promise<Window> {
    const limites = limitsSql(1, 2, 3);
    const [range]: Window[] = await this.dataSource.query(
      `SELECT greatest(${limites.desde}, $4::timestamptz)::text AS desde, (${limites.hasta})::text AS hasta`,
      [dias.desde ?? null, dias.hasta ?? null, zona, since],
    );
    return range!;
  }
}
