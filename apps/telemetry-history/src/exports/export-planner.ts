import { type Caller, type ExportRequest } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccesoService } from '../history/acceso.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { type Dias, limitesSql } from '../history/rango.js';
import { CABECERAS, cuantosSensoresSql, estadosSql, sensoresSql, type Tramo } from './csv.sql.js';
import { CABECERA_ENERGIA, cuantosEnergiaSql, energiaSql } from './energia-csv.sql.js';
import type { Exportacion } from './exportacion.js';
import { archivoDeSitio, type CableDeSitio } from './sitio.js';
import { SIEMPRE, type Ventana } from './ventanas.js';

/** Which rows each kind of file has, of what its reader may see. */
@Injectable()
export class ExportPlanner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acceso: AccesoService,
    private readonly history: HistoryRepository,
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
    const legibles = await this.acceso.switchesDeEmpresa(caller, empresa_id);
    const switches = legibles && (await this.acceso.activos(legibles));
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
}
