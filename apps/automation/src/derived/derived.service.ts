import { Bus } from '@acequia/bus';
import { AppError, type Caller, type DerivadosDia, type SerieSensores } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { civilDay, dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf, type ZoneClock } from '../expansion/zone-clock.js';
import { texts } from '../textos.js';
import { derivedDay, type Site, type Span } from './derived-days.js';
import { type Means, WeatherStation } from './weather-station.js';

const DAYS = 30;
const MAX_DAYS = 92;
/** Days per request: their points fit into one series, at an hour or less each. */
const DAYS_AT_ONCE = 10;
const POINTS_PER_DAY = 48;
const HOUR_MS = 3_600_000;

export interface DerivedRequest {
  switch_id: number;
  desde?: string | undefined;
  hasta?: string | undefined;
  base: number;
}

/** Where a switch's sensor is. */
interface Located extends Site {
  empresa_id: number;
  zona_horaria: string;
  sitio: string;
}

/** Derived daily values (VPD, degree days, ET0 …) from the history of a switch's sensor. */
@Injectable()
export class DerivedService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly station: WeatherStation,
  ) {}

  /** telemetry-history checks who may see the switch. @throws AppError `no_encontrado`, `datos_invalidos` for too many days */
  async days(caller: Caller, { switch_id, desde, hasta, base }: DerivedRequest): Promise<DerivadosDia[]> {
    const [place]: Located[] = await this.db.query(
      `SELECT e.id AS empresa_id, e.zona_horaria, e.latitud, e.altitud, coalesce(p.sitio, '') AS sitio
         FROM switches s JOIN empresas e ON e.id = s.empresa_id LEFT JOIN placas p USING (placa_id) WHERE s.id = $1`,
      [switch_id],
    );
    const clock = clockOf(place?.zona_horaria ?? 'UTC');
    const today = clock.dayAt(Date.now());
    const last =
      hasta === undefined
        ? Math.min(today, desde === undefined ? today : epochDayOf(desde) + DAYS - 1)
        : epochDayOf(hasta);
    const first = desde === undefined ? last - DAYS + 1 : epochDayOf(desde);
    if (last < first || last - first >= MAX_DAYS) {
      const mensaje = last < first ? texts.rangeReversed : texts.rangeTooLong(MAX_DAYS);
      throw new AppError('datos_invalidos', { detalles: [{ campo: 'query.hasta', mensaje }] });
    }
    const { latitud = null, altitud = null } = place ?? {};
    // Without a latitude there is no ET0 to work out.
    const station = place && latitud !== null ? await this.station.of(place) : {};
    const days: DerivadosDia[] = [];
    for (let from = first; from <= last; from += DAYS_AT_ONCE) {
      const until = Math.min(last, from + DAYS_AT_ONCE - 1);
      const range = { desde: clock.instant(from, 0), hasta: clock.instant(until + 1, 0) };
      const ancho = (until - from + 1) * POINTS_PER_DAY;
      const serie = await this.bus.call('historial.serie', { switch_id, ...range, ancho }, caller);
      const radiacion = await this.station.means(station.radiacion, range, ancho);
      const viento = await this.station.means(station.viento, range, ancho);
      for (let day = from; day <= until; day += 1)
        days.push(dayOf(day, { ...serie, radiacion, viento }, clock, { latitud, altitud, base }));
    }
    return days;
  }
}

/** The hourly spans of a day, from its series. */
const dayOf = (
  epochDay: number,
  { ts, temperatura, humedad, radiacion, viento }: SerieSensores & Record<'radiacion' | 'viento', Means>,
  clock: ZoneClock,
  options: Site & { base: number },
): DerivadosDia => {
  const [from, until] = [clock.instant(epochDay, 0), clock.instant(epochDay + 1, 0)];
  const spans: Span[] = [];
  for (let hour = from; hour < until; hour += HOUR_MS) {
    const isIn = (at: number): boolean => at >= hour && at < hour + HOUR_MS;
    const points = ts.flatMap((at, n) => (isIn(at) ? [n] : []));
    const of = (values: readonly (number | null)[]): number[] => points.flatMap((n) => values[n] ?? []);
    const mean = (values: readonly number[]) =>
      values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    const told = (means: Means) => means.flatMap(({ ts: at, media }) => (isIn(at) ? (media ?? []) : []));
    const lows = of(temperatura.min);
    const highs = of(temperatura.max);
    spans.push({
      temperatura: mean(of(temperatura.prom)),
      temperatura_min: lows.length === 0 ? null : Math.min(...lows),
      temperatura_max: highs.length === 0 ? null : Math.max(...highs),
      humedad: mean(of(humedad.prom)),
      radiacion: mean(told(radiacion)),
      viento: mean(told(viento)),
    });
  }
  const { year } = civilDay(epochDay);
  const day = epochDay - epochDayOf(`${year}-01-01`) + 1;
  return derivedDay(dayText(epochDay), spans, { hours: 1, day, ...options });
};
