import {
  AppError,
  type Banda,
  type CallRequest,
  type Caller,
  CONTADORES_MEDICION,
  ENERGIA_DIAS_MAXIMO,
  ENERGIA_DIAS_POR_OMISION,
  type EnergiaDia,
  ESCALA_MEDICION,
  MAGNITUDES_MEDICION,
  SERIE_RANGO_MAXIMO_MS,
  type SerieEnergia,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccesoService } from '../history/acceso.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { Dias } from '../history/rango.js';
import { TRAMO_MS } from '../rollups/quarter.js';
import { consumoPorDia, type TramoDeContador } from './consumo.js';
import { type Alcance, EnergiaRepository, type Punto } from './energia.repository.js';
import { elegirPaso } from './paso.js';

/** Up to here raw samples are counted, and put together as asked. */
const CRUDO_MS = 2 * 86_400_000;
/** Two samples further apart than this have a gap between them. */
const HUECO_MS = 5 * 60_000;
const WH_POR_KWH = 1_000;

const invalido = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo, mensaje }] });

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
    if (pedido.desde >= pedido.hasta) throw invalido('query.hasta', 'Debe ser posterior a desde');
    if (pedido.hasta - pedido.desde > SERIE_RANGO_MAXIMO_MS)
      throw invalido('query.desde', 'El rango es demasiado largo');
    // Nobody has measured the future.
    const [desde, hasta] = [new Date(pedido.desde), new Date(Math.max(pedido.desde, Math.min(pedido.hasta, ahora)))];
    const rango = hasta.getTime() - desde.getTime();
    const cuantas = rango <= CRUDO_MS ? await this.repository.contar(alcance, desde, hasta) : null;
    if (cuantas !== null && cuantas <= pedido.ancho) {
      const puntos = conHuecos(await this.repository.muestras(alcance, desde, hasta), rango);
      if (puntos.length <= pedido.ancho) return enColumnas('muestras', null, alcance.zona, puntos);
    }
    const nivel = elegirPaso(rango / 1_000, pedido.ancho, cuantas);
    const puntos = await this.repository.intervalos(alcance, desde, hasta, nivel);
    return enColumnas('intervalos', nivel.paso_s, alcance.zona, puntos);
  }

  /** kWh per day of the company's calendar. @throws AppError no_encontrado, datos_invalidos */
  async dias(caller: Caller, dispositivo_id: number, dias: Dias, ahora = Date.now()): Promise<EnergiaDia[]> {
    const alcance = await this.alcance(caller, dispositivo_id);
    exigirPocosDias(dias);
    const calendario = await this.repository.calendario(alcance.zona, dias.desde, dias.hasta, ENERGIA_DIAS_POR_OMISION);
    if (calendario.length > ENERGIA_DIAS_MAXIMO) throw demasiadosDias();
    const [primero, ultimo] = [calendario[0], calendario.at(-1)];
    if (!primero || !ultimo) return [];
    const [desde, hasta] = [new Date(primero.inicio), new Date(ultimo.fin)];
    const tramos = await this.repository.contadores(alcance, desde, hasta);
    const limites = [...calendario.map(({ inicio }) => inicio), ultimo.fin];
    const [tomada, devuelta] = CONTADORES_MEDICION.map((contador) =>
      consumoPorDia(
        limites,
        tramos.flatMap(({ de }): TramoDeContador[] => (de[contador] ? [de[contador]] : [])),
      ),
    );
    const medidos = new Set(tramos.filter(({ de }) => de.energia).map(({ ts }) => ts));
    return calendario.map(({ fecha, inicio, fin }, i) => ({
      fecha,
      kwh: enKwh(tomada?.[i]?.consumo),
      kwh_devuelta: enKwh(devuelta?.[i]?.consumo),
      incompleto: faltan(medidos, inicio, Math.min(fin, ahora)),
      en_curso: fin > ahora,
      reinicio: Boolean(tomada?.[i]?.reinicio || devuelta?.[i]?.reinicio),
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

/** Whether a whole quarter of an hour of [inicio, fin) has no sample; the one that is not over does not count. */
const faltan = (medidos: ReadonlySet<number>, inicio: number, fin: number): boolean => {
  for (let ts = inicio; ts + TRAMO_MS <= fin; ts += TRAMO_MS) if (!medidos.has(ts)) return true;
  return false;
};

const enKwh = (centesimas: number | null | undefined): number | null =>
  centesimas === null || centesimas === undefined ? null : Math.round(centesimas / ESCALA_MEDICION.wh) / WH_POR_KWH;

/** A point without values between two samples that are far apart: a line must not join them. */
const conHuecos = (muestras: readonly Punto[], rango_ms: number): Punto[] => {
  const hueco = Math.max(HUECO_MS, rango_ms / 100);
  return muestras.flatMap((punto, i) => {
    const previo = muestras[i - 1];
    if (!previo || punto.ms - previo.ms <= hueco) return [punto];
    const nada = punto.valores.map(() => ({ prom: null, min: null, max: null }));
    return [{ ms: Math.round((previo.ms + punto.ms) / 2), n: 0, valores: nada }, punto];
  });
};

const enColumnas = (
  nivel: SerieEnergia['nivel'],
  paso_s: number | null,
  zona_horaria: string,
  puntos: readonly Punto[],
): SerieEnergia => {
  const columna = (i: number, parte: keyof Banda): (number | null)[] => puntos.map(({ valores }) => valores[i]![parte]);
  return {
    nivel,
    paso_s,
    zona_horaria,
    ts: puntos.map(({ ms }) => ms),
    n: puntos.map(({ n }) => n),
    series: Object.fromEntries(
      MAGNITUDES_MEDICION.map(([campo], i) => [
        campo,
        { prom: columna(i, 'prom'), min: columna(i, 'min'), max: columna(i, 'max') },
      ]),
    ) as SerieEnergia['series'],
  };
};
