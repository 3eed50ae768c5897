import { type MeasurementCounter, MEASUREMENT_SCALE, MEASUREMENT_MAGNITUDES } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import type { CounterSpan } from './consumption.js';
import type { Level } from '../series/step.js';
import {
  asInterval,
  asSample,
  ofSamples,
  ofSpans,
  type Fila,
  type Magnitude,
  type Point,
  type Range,
} from '../series/points.js';
import { START, serieSql } from '../series/series.sql.js';

/** A device to read, and the time from which it belongs to its company. */
export interface Reach {
  dispositivo_id: number;
  zona: string;
  /** Postgres's text form; may be -infinity. */
  held_since: string;
}

const MAGNITUDES: readonly Magnitude[] = MEASUREMENT_MAGNITUDES.map(([x, unit]) => [x, MEASUREMENT_SCALE[unit]]);
const OF_SAMPLES = ['count(*)::integer AS n', ...ofSamples(MAGNITUDES)];
const OF_SPANS = ['sum(n)::integer AS n', ...ofSpans(MAGNITUDES)];

@Injectable()
export class EnergiaRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly telemetry: TelemetryReader,
  ) {}

  /** Samples in [desde, hasta); null when raw data no longer reaches back that far. */
  async count({ dispositivo_id, held_since }: Reach, { desde, hasta }: Range): Promise<number | null> {
    const [fila] = await this.telemetry.query<{ n: string; whole: boolean }[]>(
      `SELECT count(*) AS n,
              NOT EXISTS (SELECT FROM retencion WHERE tabla = 'mediciones' AND desde > $2::timestamptz) AS whole
         FROM mediciones WHERE dispositivo_id = $1 AND ts >= greatest($2::timestamptz, $4::timestamptz) AND ts < $3`,
      [dispositivo_id, desde, hasta, held_since],
    );
    return fila?.whole ? Number(fila.n) : null;
  }

  /** Every sample in [desde, hasta), oldest first. */
  async muestras({ dispositivo_id, held_since }: Reach, { desde, hasta }: Range): Promise<Point[]> {
    const rows = await this.telemetry.query<Fila[]>(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, ${MEASUREMENT_MAGNITUDES.map(([x]) => x).join(', ')} FROM mediciones
        WHERE dispositivo_id = $1 AND ts >= greatest($2::timestamptz, $4::timestamptz) AND ts < $3 ORDER BY ts`,
      [dispositivo_id, desde, hasta, held_since],
    );
    return rows.map((fila) => asSample(fila, MAGNITUDES));
  }

  /** Points of one step in [desde, hasta), including empty ones (n 0). */
  async intervalos(reach: Reach, { desde, hasta }: Range, { de, paso_s }: Level): Promise<Point[]> {
    const [tabla, columnas] =
      de === 'muestras' ? (['mediciones', OF_SAMPLES] as const) : (['mediciones_15m', OF_SPANS] as const);
    const rows = await this.telemetry.query<Fila[]>(
      serieSql(
        paso_s,
        `SELECT * FROM ${tabla} WHERE dispositivo_id = $5 AND ts >= greatest(${START(paso_s)}, $6::timestamptz) AND ts < $2`,
        columnas,
      ),
      [desde, hasta, reach.zona, `${paso_s} seconds`, reach.dispositivo_id, reach.held_since],
    );
    return rows.map(asInterval(MAGNITUDES));
  }

  /** Days of a calendar: their names, their beginnings and the end of the last one. Without dates: the last `dias` days until today. */
  async calendar(
    zona: string,
    desde: string | undefined,
    hasta: string | undefined,
    dias: number,
  ): Promise<{ fecha: string; inicio: number; fin: number }[]> {
    const rows: { fecha: string; inicio: number; fin: number }[] = await this.dataSource.query(
      `WITH extremos AS (
         SELECT coalesce($2::date, ultimo - ($4::integer - 1)) AS primero, ultimo
           FROM (SELECT least($3::date, (now() AT TIME ZONE $1::text)::date) AS ultimo) u
       )
       SELECT to_char(d, 'YYYY-MM-DD') AS fecha,
              (extract(epoch FROM d AT TIME ZONE $1::text) * 1000)::float8 AS inicio,
              (extract(epoch FROM (d + interval '1 day') AT TIME ZONE $1::text) * 1000)::float8 AS fin
         FROM extremos, generate_series(primero::timestamp, ultimo::timestamp, interval '1 day') d ORDER BY d`,
      [zona, desde ?? null, hasta ?? null, dias],
    );
    return rows;
  }

  /** Counter value at an instant, hundredths of Wh, interpolated between close samples around it; null = unknown. */
  async counterAt(dispositivo_id: number, at: number): Promise<number | null> {
    const near = (range: string, order: string): string =>
      `(SELECT ts, energia FROM mediciones WHERE dispositivo_id = $1 AND energia IS NOT NULL AND ${range} ORDER BY ts ${order} LIMIT 1)`;
    const rows: { ms: number; energia: string }[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, energia FROM (
         ${near(`ts <= $2 AND ts > $2::timestamptz - interval '15 minutes'`, 'DESC')}
         UNION ALL ${near(`ts >= $2 AND ts < $2::timestamptz + interval '15 minutes'`, 'ASC')}) around ORDER BY ts`,
      [dispositivo_id, new Date(at)],
    );
    const [before, after] = rows;
    if (!before || !after) return null;
    const [low, high] = [Number(before.energia), Number(after.energia)];
    if (high < low) return null;
    return after.ms === before.ms ? low : low + ((high - low) * (at - before.ms)) / (after.ms - before.ms);
  }

  /**
   * State of a counter on each calendar day in [desde, hasta), and on the nearest day with samples on either side: first and last
   * value, the rise between them, and the number of completed quarters with a value. Days without samples are missing.
   */
  async counterDays(
    { dispositivo_id, held_since, zona }: Reach,
    counter: MeasurementCounter,
    { desde, hasta }: Pick<Range, 'desde' | 'hasta'>,
    now: Date,
  ): Promise<CounterDay[]> {
    const within = (range: string): string =>
      `SELECT ts, primera_${counter} AS primera, primera_ts_${counter} AS primera_ts, ultima_${counter} AS ultima,
              ultima_ts_${counter} AS ultima_ts, interna_${counter} AS interna, reinicios_${counter} AS reinicios
         FROM mediciones_15m WHERE dispositivo_id = $1 AND ts >= $4::timestamptz AND ${range} AND n_${counter} > 0`;
    const rows = await this.telemetry.query<Record<keyof CounterDay, string | number>[]>(
      `SELECT to_char(dia, 'YYYY-MM-DD') AS fecha,
              count(*) FILTER (WHERE ts + interval '15 minutes' <= $6::timestamptz) AS quarters,
              (array_agg(primera ORDER BY ts))[1] AS first,
              (extract(epoch FROM min(primera_ts)) * 1000)::float8 AS primera_ts,
              (array_agg(ultima ORDER BY ts DESC))[1] AS ultima,
              (extract(epoch FROM max(ultima_ts)) * 1000)::float8 AS ultima_ts,
              sum(interna + CASE WHEN dia IS DISTINCT FROM dia_previo THEN 0
                                 WHEN primera < previa THEN primera ELSE primera - previa END) AS interna,
              sum(reinicios) + count(*) FILTER (WHERE dia = dia_previo AND primera < previa) AS reinicios
         FROM (SELECT *, lag(ultima) OVER en_orden AS previa, lag(dia) OVER en_orden AS dia_previo
                 FROM (SELECT *, (ts AT TIME ZONE $5::text)::date AS dia FROM (
                         (${within('ts < $2')} ORDER BY ts DESC LIMIT 1)
                         UNION ALL (${within('ts >= $2 AND ts < $3')})
                         UNION ALL (${within('ts >= $3')} ORDER BY ts LIMIT 1)
                       ) t) d WINDOW en_orden AS (ORDER BY ts)) s
        GROUP BY dia ORDER BY dia`,
      [dispositivo_id, desde, hasta, held_since, zona, now],
    );
    return rows.map(({ fecha, ...fila }) => ({ fecha: String(fecha), ...inNumbers(fila) }));
  }
}

/** A counter's state on one day; none crosses midnight. */
export interface CounterDay extends CounterSpan {
  /** YYYY-MM-DD in the company's zone. */
  fecha: string;
  quarters: number;
}

const inNumbers = <K extends string>(fila: Record<K, string | number>): Record<K, number> =>
  Object.fromEntries(Object.entries(fila).map(([key, value]) => [key, Number(value)])) as Record<K, number>;
