import type {
  Caller,
  CallRequest,
  EventoHistorial,
  PuntoHistorial,
  SerieSensores,
  UltimoGuardado,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccesoService, type Sensor } from './acceso.service.js';
import { HistoryRepository } from './history.repository.js';
import { type Fuente, leerSerie } from '../series/leer-serie.js';
import { bandaDe, rangoPedido } from '../series/puntos.js';
import type { Dias } from './rango.js';
import { SerieRepository } from './serie.repository.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly acceso: AccesoService,
    private readonly repository: HistoryRepository,
    private readonly series: SerieRepository,
  ) {}

  puntos(caller: Caller, switch_id: number, limit: number): Promise<PuntoHistorial[]> {
    return this.acceso.leerSensor(caller, switch_id, ({ cables }) => this.repository.puntos(cables, limit));
  }

  /** A range of a switch's sensor in at most `ancho` points. @throws AppError no_encontrado, datos_invalidos */
  serie(caller: Caller, pedido: CallRequest<'historial.serie'>, ahora = Date.now()): Promise<SerieSensores> {
    return this.acceso.leerSensor(caller, pedido.switch_id, (sensor) => this.serieDe(sensor, pedido, ahora));
  }

  /** Newest first. @param antes `_id` of an entry: the page of those before it */
  async eventos(caller: Caller, usuario_id: number, dias: Dias, antes?: string): Promise<EventoHistorial[]> {
    const { switches, empresa_id } = await this.acceso.exigirUsuario(caller, usuario_id);
    const activos = await this.acceso.activos(switches);
    return this.repository.eventos(activos, dias, await this.repository.zonaDe(empresa_id), antes);
  }

  ultimos(placas: readonly number[]): Promise<UltimoGuardado[]> {
    return this.repository.ultimos(placas);
  }

  private async serieDe(
    { cables, zona_horaria }: Sensor,
    pedido: CallRequest<'historial.serie'>,
    ahora: number,
  ): Promise<SerieSensores> {
    const fuente: Fuente = {
      contar: (rango) => this.series.contar(cables, rango),
      muestras: (rango) => this.series.muestras(cables, rango),
      intervalos: (rango, nivel) => this.series.intervalos(cables, zona_horaria, rango, nivel),
    };
    const { nivel, paso_s, puntos } = await leerSerie(fuente, rangoPedido(pedido, ahora), pedido.ancho);
    return {
      nivel,
      paso_s,
      zona_horaria,
      ts: puntos.map(({ ms }) => ms),
      n: puntos.map(({ n }) => n),
      temperatura: bandaDe(puntos, 0),
      humedad: bandaDe(puntos, 1),
    };
  }
}
