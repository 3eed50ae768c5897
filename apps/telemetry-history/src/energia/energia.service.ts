import {
  type AppError,
  type CallRequest,
  type Caller,
  ENERGIA_DIAS_MAXIMO,
  ENERGIA_DIAS_POR_OMISION,
  type EnergiaDia,
  ESCALA_MEDICION,
  MAGNITUDES_MEDICION,
  type SerieEnergia,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccesoService } from '../history/acceso.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { Dias } from '../history/rango.js';
import { TRAMO_MS } from '../rollups/quarter.js';
import { type Fuente, leerSerie } from '../series/leer-serie.js';
import { bandaDe, invalido, rangoPedido } from '../series/puntos.js';
import { consumoPorDia } from './consumo.js';
import { type Alcance, EnergiaRepository } from './energia.repository.js';

const WH_POR_KWH = 1_000;

@Injectable()
export class EnergiaService {
  constructor(
    private readonly acceso: AccesoService,
    private readonly history: HistoryRepository,
    private readonly repository: EnergiaRepository,
  ) {}

  /** The history of a device in at most `ancho` points. @throws AppError no_encontrado, datos_invalidos */
  async serie(caller: Caller, pedido: CallRequest<'energia.serie'>, ahora = Date.now()): Promise<SerieEnergia> {
    const alcance = await this.alcance(caller, pedido.dispositivo_id);
    const fuente: Fuente = {
      contar: (rango) => this.repository.contar(alcance, rango),
      muestras: (rango) => this.repository.muestras(alcance, rango),
      intervalos: (rango, nivel) => this.repository.intervalos(alcance, rango, nivel),
    };
    const { nivel, paso_s, puntos } = await leerSerie(fuente, rangoPedido(pedido, ahora), pedido.ancho);
    const series = MAGNITUDES_MEDICION.map(([campo], i) => [campo, bandaDe(puntos, i)]);
    return {
      nivel,
      paso_s,
      zona_horaria: alcance.zona,
      ts: puntos.map(({ ms }) => ms),
      n: puntos.map(({ n }) => n),
      series: Object.fromEntries(series) as SerieEnergia['series'],
    };
  }

  /** kWh per day of the company's calendar. @throws AppError no_encontrado, datos_invalidos */
  async dias(caller: Caller, dispositivo_id: number, dias: Dias, ahora = Date.now()): Promise<EnergiaDia[]> {
    const alcance = await this.alcance(caller, dispositivo_id);
    exigirPocosDias(dias);
    const calendario = await this.repository.calendario(alcance.zona, dias.desde, dias.hasta, ENERGIA_DIAS_POR_OMISION);
    if (calendario.length > ENERGIA_DIAS_MAXIMO) throw demasiadosDias();
    const [primero, ultimo] = [calendario[0], calendario.at(-1)];
    if (!primero || !ultimo) return [];
    const rango = { desde: new Date(primero.inicio), hasta: new Date(ultimo.fin) };
    const limites = [...calendario.map(({ inicio }) => inicio), ultimo.fin];
    const [tomada, devuelta] = await Promise.all(
      (['energia', 'energia_devuelta'] as const).map(async (contador) => {
        const medidos = await this.repository.diasDeContador(alcance, contador, rango, new Date(ahora));
        const cuartos = new Map(medidos.map((dia) => [dia.fecha, dia.cuartos]));
        return { cuartos, dias: consumoPorDia(limites, medidos) };
      }),
    );
    return calendario.map(({ fecha, inicio, fin }, i) => ({
      fecha,
      kwh: enKwh(tomada?.dias[i]?.consumo),
      kwh_devuelta: enKwh(devuelta?.dias[i]?.consumo),
      incompleto: (tomada?.cuartos.get(fecha) ?? 0) < Math.floor((Math.min(fin, ahora) - inicio) / TRAMO_MS),
      en_curso: fin > ahora,
      reinicio: Boolean(tomada?.dias[i]?.reinicio || devuelta?.dias[i]?.reinicio),
    }));
  }

  private async alcance(caller: Caller, dispositivo_id: number): Promise<Alcance> {
    const { empresa_id, desde } = await this.acceso.exigirDispositivo(caller, dispositivo_id);
    return { dispositivo_id, zona: await this.history.zonaDe(empresa_id), tenida_desde: desde };
  }
}

const demasiadosDias = (): AppError => invalido('query.desde', `Máximo ${ENERGIA_DIAS_MAXIMO} días`);

/** Before the database makes a calendar of them. */
const exigirPocosDias = ({ desde, hasta }: Dias): void => {
  if (!desde) return;
  const fin = hasta ? Date.parse(hasta) : Date.now() + 86_400_000;
  const dias = (fin - Date.parse(desde)) / 86_400_000;
  if (dias > ENERGIA_DIAS_MAXIMO) throw demasiadosDias();
};

const enKwh = (centesimas: number | null | undefined): number | null =>
  centesimas === null || centesimas === undefined ? null : Math.round(centesimas / ESCALA_MEDICION.wh) / WH_POR_KWH;
