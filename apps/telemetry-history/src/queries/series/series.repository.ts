import { Injectable } from '@nestjs/common';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import type { Level } from './step.js';
import {
  asInterval,
  asSample,
  ofSamples,
  ofSpans,
  type Fila,
  type Magnitude,
  type Point,
  type Range,
} from './points.js';
import { START, serieSql } from './series.sql.js';
import { type Cable, lecturasSql, spansSql } from './wires.js';

/** °C and %, in hundredths. */
export const MAGNITUDES: readonly Magnitude[] = [
  ['temperatura', 100],
  ['humedad', 100],
];

/** Condition on raw rows: [$1, $2). */
const RANGE = 'ts >= $1::timestamptz AND ts < $2::timestamptz';
const N = 'greatest(sum(n_temperatura), sum(n_humedad))::integer AS n';

@Injectable()
export class SerieRepository {
  constructor(private readonly telemetry: TelemetryReader) {}

  /** Number of samples in the range; null when raw data does not reach back that far. */
  async count(cables: readonly Cable[], { desde, hasta }: Range): Promise<number | null> {
    const [fila] = await this.telemetry.query<{ n: string; whole: boolean }[]>(
      `SELECT count(*) AS n, NOT EXISTS (SELECT FROM retencion WHERE tabla = 'lecturas' AND desde > $1::timestamptz) AS whole
         FROM (${lecturasSql(cables, RANGE)}) l WHERE ${RANGE}`,
      [desde, hasta],
    );
    return fila?.whole ? Number(fila.n) : null;
  }

  /** All samples of the range, oldest first. */
  async muestras(cables: readonly Cable[], { desde, hasta }: Range): Promise<Point[]> {
    const rows = await this.telemetry.query<Fila[]>(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, temperatura, humedad
         FROM (${lecturasSql(cables, RANGE)}) l WHERE ${RANGE} ORDER BY ts`,
      [desde, hasta],
    );
    return rows.map((fila) => asSample(fila, MAGNITUDES));
  }

  /** Points of one step, including empty ones (n 0). */
  async intervalos(cables: readonly Cable[], zona: string, { desde, hasta }: Range, nivel: Level): Promise<Point[]> {
    const { de, paso_s } = nivel;
    const range = `ts >= ${START(paso_s)} AND ts < $2::timestamptz`;
    const sql =
      de === 'muestras'
        ? serieSql(paso_s, lecturasSql(cables, range), ['count(*)::integer AS n', ...ofSamples(MAGNITUDES)])
        : serieSql(paso_s, spansSql(cables, range, MAGNITUDES), [N, ...ofSpans(MAGNITUDES)]);
    const rows = await this.telemetry.query<Fila[]>(sql, [desde, hasta, zona, `${paso_s} seconds`]);
    return rows.map(asInterval(MAGNITUDES));
  }
}
