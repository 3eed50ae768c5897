import {
  type CounterPoint,
  type MeasurementCounter,
  MEASUREMENT_SCALE,
  MEASUREMENT_MAGNITUDES,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import { SPAN_MS } from '../../rollups/quarter.js';
import { type CounterQuarters, counterSpans, type DaySpan } from '../series/counter-spans.js';
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

/** W in the stored scale to kW with three decimals; of equal quarters the first. Both bounds by themselves: they choose the months that are read. */
const PEAKS = `SELECT DISTINCT ON (tramo) tramo, (extract(epoch FROM ts) * 1000)::float8 AS inicio,
    round((w / ${MEASUREMENT_SCALE.w * 1_000})::numeric, 3)::float8 AS kw
  FROM (SELECT ts, width_bucket(ts, $3::timestamptz[]) AS tramo, sum(suma_total_act_power::float8 / n_total_act_power) AS w
    FROM mediciones_15m JOIN unnest($1::integer[], $2::timestamptz[]) AS meter (id, held_since) ON dispositivo_id = id
    WHERE ts >= held_since AND ts >= ($3::timestamptz[])[1] AND ts < ($3::timestamptz[])[cardinality($3::timestamptz[])]
      AND n_total_act_power > 0 GROUP BY ts) quarters
  ORDER BY tramo, w DESC, ts`;

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

  /** Samples of a counter in [desde, hasta], ms, and within 15 minutes around it, hundredths of Wh, oldest first. */
  async counterSamples(dispositivo_id: number, desde: number, hasta: number): Promise<CounterPoint[]> {
    const rows: { ms: number; energia: string }[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, energia FROM mediciones
        WHERE dispositivo_id = $1 AND energia IS NOT NULL AND ts BETWEEN $2 AND $3 ORDER BY ts`,
      [dispositivo_id, new Date(desde - SPAN_MS), new Date(hasta + SPAN_MS)],
    );
    return rows.map(({ ms, energia }) => ({ ts: ms, value: Number(energia) }));
  }

  /** The quarter with the greatest sum of mean powers between each two of these instants, ms. */
  async peaks(
    reaches: readonly Reach[],
    limites: readonly number[],
  ): Promise<({ inicio: number; kw: number } | null)[]> {
    const rows: { tramo: number; inicio: number; kw: number }[] = await this.telemetry.query(PEAKS, [
      reaches.map(({ dispositivo_id }) => dispositivo_id),
      reaches.map(({ held_since }) => held_since),
      limites.map((ms) => new Date(ms)),
    ]);
    const found = new Map(rows.map(({ tramo, inicio, kw }) => [tramo, { inicio, kw }]));
    return limites.slice(1).map((_, i) => found.get(i + 1) ?? null);
  }

  /** State of a counter in [desde, hasta) by its quarters; `byDay`: a day in which it rose evenly is one. */
  counterSpans(
    { dispositivo_id, held_since, zona }: Reach,
    counter: MeasurementCounter,
    { desde, hasta }: Pick<Range, 'desde' | 'hasta'>,
    now: Date,
    byDay = true,
  ): Promise<DaySpan[]> {
    const range = { desde, hasta, now, zona, held_since, byDay };
    return counterSpans(this.telemetry, quartersOf(counter), dispositivo_id, range);
  }
}

const quartersOf = (counter: MeasurementCounter): CounterQuarters => ({
  tabla: 'mediciones_15m',
  clave: 'dispositivo_id',
  columns: `ts, n_${counter} AS n, primera_${counter} AS primera, primera_ts_${counter} AS primera_ts, ultima_${counter} AS ultima,
            ultima_ts_${counter} AS ultima_ts, greatest(primera_${counter}, ultima_${counter}) AS mayor, puntos_${counter} AS puntos,
            puntos_${counter} IS NULL AND reinicios_${counter} = 0 AS steady`,
  told: `n_${counter} > 0`,
});
