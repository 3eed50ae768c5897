import {
  type AppError,
  type CallRequest,
  type CallResponse,
  type Caller,
  ENERGIA_MAX_DAYS,
  DEFAULT_ENERGIA_DAYS,
  type EnergiaDia,
  MEASUREMENT_SCALE,
  MEASUREMENT_MAGNITUDES,
  type SerieEnergia,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../history/access.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { Dias } from '../history/range.js';
import { SPAN_MS } from '../../rollups/quarter.js';
import { type Source, readSerie } from '../series/read-series.js';
import { bandOf, invalid, requestedRange } from '../series/points.js';
import { consumptionBetween, consumptionByDay } from './consumption.js';
import { type Reach, EnergiaRepository } from './energia.repository.js';
import { texts } from '../../textos.js';

const WH_POR_KWH = 1_000;

@Injectable()
export class EnergiaService {
  constructor(
    private readonly acceso: AccessService,
    private readonly history: HistoryRepository,
    private readonly repository: EnergiaRepository,
  ) {}

  /** The history of a device in at most `ancho` points. @throws AppError no_encontrado, datos_invalidos */
  async serie(caller: Caller, request: CallRequest<'energia.serie'>, ahora = Date.now()): Promise<SerieEnergia> {
    const reach = await this.reach(caller, request.dispositivo_id);
    const source: Source = {
      count: (range) => this.repository.count(reach, range),
      muestras: (range) => this.repository.muestras(reach, range),
      intervalos: (range, nivel) => this.repository.intervalos(reach, range, nivel),
    };
    const { nivel, paso_s, points } = await readSerie(source, requestedRange(request, ahora), request.ancho);
    const series = MEASUREMENT_MAGNITUDES.map(([campo], i) => [campo, bandOf(points, i)]);
    return {
      nivel,
      paso_s,
      zona_horaria: reach.zona,
      ts: points.map(({ ms }) => ms),
      n: points.map(({ n }) => n),
      series: Object.fromEntries(series) as SerieEnergia['series'],
    };
  }

  /** kWh per day of the company's calendar. @throws AppError no_encontrado, datos_invalidos */
  async dias(caller: Caller, dispositivo_id: number, dias: Dias, ahora = Date.now()): Promise<EnergiaDia[]> {
    const reach = await this.reach(caller, dispositivo_id);
    requireFewDays(dias);
    const calendar = await this.repository.calendar(reach.zona, dias.desde, dias.hasta, DEFAULT_ENERGIA_DAYS);
    if (calendar.length > ENERGIA_MAX_DAYS) throw tooManyDays();
    const [primero, ultimo] = [calendar[0], calendar.at(-1)];
    if (!primero || !ultimo) return [];
    const range = { desde: new Date(primero.inicio), hasta: new Date(ultimo.fin) };
    const limites = [...calendar.map(({ inicio }) => inicio), ultimo.fin];
    const [taken, returned] = await Promise.all(
      (['energia', 'energia_devuelta'] as const).map(async (counter) => {
        const measured = await this.repository.counterSpans(reach, counter, range, new Date(ahora));
        const quarters = new Map<string, number>();
        for (const { fecha, quarters: more } of measured) quarters.set(fecha, (quarters.get(fecha) ?? 0) + more);
        return { quarters, dias: consumptionByDay(limites, measured) };
      }),
    );
    return calendar.map(({ fecha, inicio, fin }, i) => ({
      fecha,
      kwh: inKwh(taken?.dias[i]?.consumo),
      kwh_devuelta: inKwh(returned?.dias[i]?.consumo),
      incompleto: (taken?.quarters.get(fecha) ?? 0) < Math.floor((Math.min(fin, ahora) - inicio) / SPAN_MS),
      en_curso: fin > ahora,
      reinicio: Boolean(taken?.dias[i]?.reinicio || returned?.dias[i]?.reinicio),
      lectura_omitida: Boolean(taken?.dias[i]?.lectura_omitida || returned?.dias[i]?.lectura_omitida),
    }));
  }

  /** Consumption between two instants, ms; null when no value is near one of them or the counter began anew in between. */
  async between(
    dispositivo_id: number,
    desde: number,
    hasta: number,
    cortes: readonly number[] = [],
  ): Promise<{ kwh: number | null; partes?: (number | null)[] }> {
    const samples = await this.repository.counterSamples(dispositivo_id, desde, hasta);
    const kwh = inKwh(consumptionBetween(samples, desde, hasta));
    if (cortes.length === 0) return { kwh };
    const ends = [...cortes, hasta];
    return {
      kwh,
      partes: ends.map((end, i) => exactKwh(consumptionBetween(samples, ends[i - 1] ?? desde, end))),
    };
  }

  /** Consumption between each two of these instants, ms, which begin quarters. @throws AppError no_encontrado */
  async tramos(
    caller: Caller,
    dispositivo_id: number,
    limites: readonly number[],
    ahora = Date.now(),
  ): Promise<{ kwh: (number | null)[] }> {
    const reach = await this.reach(caller, dispositivo_id);
    const range = { desde: new Date(limites[0] ?? 0), hasta: new Date(limites.at(-1) ?? 0) };
    const spans = await this.repository.counterSpans(reach, 'energia', range, new Date(ahora), false);
    return { kwh: consumptionByDay(limites, spans).map(({ consumo }) => exactKwh(consumo)) };
  }

  /** The greatest demand of meters together between each two of these instants, ms. @throws AppError no_encontrado */
  async demanda(
    caller: Caller,
    dispositivos: readonly number[],
    limites: readonly number[],
  ): Promise<CallResponse<'energia.demanda'>> {
    const reaches = await Promise.all(dispositivos.map((id) => this.reach(caller, id)));
    return { picos: await this.repository.peaks(reaches, limites) };
  }

  private async reach(caller: Caller, dispositivo_id: number): Promise<Reach> {
    const { empresa_id, desde } = await this.acceso.requireDispositivo(caller, dispositivo_id);
    return { dispositivo_id, zona: await this.history.zoneOf(empresa_id), held_since: desde };
  }
}

const tooManyDays = (): AppError => invalid('query.desde', texts.tooManyDays(ENERGIA_MAX_DAYS));

/** Limits the number of days before the database builds a calendar of them. */
const requireFewDays = ({ desde, hasta }: Dias): void => {
  if (!desde) return;
  const fin = hasta ? Date.parse(hasta) : Date.now() + 86_400_000;
  const dias = (fin - Date.parse(desde)) / 86_400_000;
  if (dias > ENERGIA_MAX_DAYS) throw tooManyDays();
};

/** Every hundredth of a Wh. */
const exactKwh = (hundredths: number | null): number | null =>
  hundredths === null ? null : Math.round(hundredths) / (MEASUREMENT_SCALE.wh * WH_POR_KWH);

const inKwh = (hundredths: number | null | undefined): number | null =>
  hundredths === null || hundredths === undefined ? null : Math.round(hundredths / MEASUREMENT_SCALE.wh) / WH_POR_KWH;
