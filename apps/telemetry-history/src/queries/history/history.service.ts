import {
  type Caller,
  type CallRequest,
  type HistorialEvent,
  type HistorialPoint,
  type LastStored,
  notFound,
  type SerieSensores,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccessService, type Sensor } from './access.service.js';
import { HistoryRepository } from './history.repository.js';
import { type Source, readSerie } from '../series/read-series.js';
import { bandOf, requestedRange } from '../series/points.js';
import type { Dias } from './range.js';
import { SerieRepository } from '../series/series.repository.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly acceso: AccessService,
    private readonly repository: HistoryRepository,
    private readonly series: SerieRepository,
  ) {}

  points(caller: Caller, switch_id: number, limit: number): Promise<HistorialPoint[]> {
    return this.acceso.readSensor(caller, switch_id, ({ cables }) => this.repository.points(cables, limit));
  }

  /** Series of a switch's sensor over a range, in at most `ancho` points. @throws AppError no_encontrado, datos_invalidos */
  serie(caller: Caller, request: CallRequest<'historial.serie'>, ahora = Date.now()): Promise<SerieSensores> {
    return this.acceso.readSensor(caller, request.switch_id, (sensor) => this.serieOf(sensor, request, ahora));
  }

  /**
   * Newest first. @param antes `_id` of an entry: returns the page of older ones. @param only limits the result to one switch.
   * @throws AppError no_encontrado, also when `only` is not among theirs
   */
  async events(
    caller: Caller,
    usuario_id: number,
    dias: Dias,
    { antes, only }: { antes?: string | undefined; only?: number | undefined } = {},
  ): Promise<HistorialEvent[]> {
    const { switches, empresa_id } = await this.acceso.requireUsuario(caller, usuario_id);
    if (only !== undefined && !switches.includes(only)) throw notFound();
    const relays = await this.acceso.activeRelays(only === undefined ? switches : [only]);
    return this.repository.events(relays, dias, await this.repository.zoneOf(empresa_id), antes);
  }

  /** As {@link events}, of one switch that the caller may read; an administrator also an inactive one. @throws AppError no_encontrado */
  async eventsOfSwitch(
    caller: Caller,
    switch_id: number,
    dias: Dias,
    antes: string | undefined,
  ): Promise<HistorialEvent[]> {
    const { zona_horaria } = await this.acceso.requireSwitch(caller, switch_id);
    const isUsuario = caller.tipo === 'persona' && caller.rol === 'usuario';
    const relays = isUsuario ? await this.acceso.activeRelays([switch_id]) : await this.acceso.relaysOf(switch_id);
    return this.repository.events(relays, dias, zona_horaria, antes);
  }

  latest(placas: readonly number[]): Promise<LastStored[]> {
    return this.repository.latest(placas);
  }

  private async serieOf(
    { cables, zona_horaria }: Sensor,
    request: CallRequest<'historial.serie'>,
    ahora: number,
  ): Promise<SerieSensores> {
    const source: Source = {
      count: (range) => this.series.count(cables, range),
      muestras: (range) => this.series.muestras(cables, range),
      intervalos: (range, nivel) => this.series.intervalos(cables, zona_horaria, range, nivel),
    };
    const { nivel, paso_s, points } = await readSerie(source, requestedRange(request, ahora), request.ancho);
    return {
      nivel,
      paso_s,
      zona_horaria,
      ts: points.map(({ ms }) => ms),
      n: points.map(({ n }) => n),
      temperatura: bandOf(points, 0),
      humedad: bandOf(points, 1),
    };
  }
}
