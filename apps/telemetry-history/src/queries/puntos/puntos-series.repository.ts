import type { CounterPoint, CounterRule, Magnitud } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { TelemetryReader } from '../../replica/telemetry-reader.js';
import { SPAN_MS } from '../../rollups/quarter.js';
import type { CounterSpan } from '../energia/consumption.js';
import { type CounterQuarters, counterSpans } from '../series/counter-spans.js';
import type { Range } from '../series/points.js';
import { START, serieSql } from '../series/series.sql.js';
import { isCalendar, type Level } from '../series/step.js';
import { PuntosRepository } from './puntos.repository.js';

/** A point to read. */
export interface Reach {
  punto_id: number;
  zona: string;
  clase: Magnitud['clase'];
  escala: number;
  /** How its counter is judged. */
  rule: CounterRule;
}

/** One step of a series, as integers; of a direction, the sums of its parts on the unit circle. */
export interface StepRow {
  ms: number;
  /** Values in the step; 0 or null = none. */
  n: number | null;
  suma: string | null;
  minimo: string | null;
  maximo: string | null;
  sine: number | null;
  cosine: number | null;
}

const QUARTERS: CounterQuarters = {
  tabla: 'valores_15m',
  clave: 'punto_id',
  columns: `ts, n_valor AS n, primero AS primera, primero_ts AS primera_ts, ultimo AS ultima, ultimo_ts AS ultima_ts,
            maximo AS mayor, puntos, puntos IS NULL AND minimo = primero AND maximo = ultimo AS steady`,
  told: 'n_valor > 0',
};

const SAMPLES = ['count(valor)::integer AS n', 'sum(valor) AS suma', 'min(valor) AS minimo', 'max(valor) AS maximo'];
const SPANS = ['sum(n_valor)::integer AS n', 'sum(suma) AS suma', 'min(minimo) AS minimo', 'max(maximo) AS maximo'];
const directions = (escala: number): string[] => [
  'count(valor)::integer AS n',
  `sum(sin(radians(valor / ${escala}.0)))::float8 AS sine`,
  `sum(cos(radians(valor / ${escala}.0)))::float8 AS cosine`,
];

@Injectable()
export class PuntosSeriesRepository {
  constructor(
    private readonly telemetry: TelemetryReader,
    private readonly puntos: PuntosRepository,
  ) {}

  /** Values in the range and around it, by the stored quarters; `whole` = raw values reach back that far. */
  async count({ punto_id }: Reach, { desde, hasta }: Range): Promise<{ n: number; whole: boolean }> {
    const [fila] = await this.telemetry.query<{ n: string | null; whole: boolean }[]>(
      `SELECT sum(n) AS n, NOT EXISTS (SELECT FROM retencion WHERE tabla = 'valores' AND desde > $2::timestamptz) AS whole
         FROM valores_15m WHERE punto_id = $1 AND ts > $2::timestamptz - interval '15 minutes' AND ts < $3::timestamptz`,
      [punto_id, desde, hasta],
    );
    return { n: Number(fila?.n ?? 0), whole: fila?.whole ?? false };
  }

  /** Every value in [desde, hasta) as it is kept, oldest first; null = the sensor gave none. */
  async samples({ punto_id }: Reach, { desde, hasta }: Range): Promise<{ ms: number; valor: number | null }[]> {
    const rows = await this.telemetry.query<{ ms: number; valor: string | null }[]>(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, valor FROM valores
        WHERE punto_id = $1 AND ts >= $2::timestamptz AND ts < $3::timestamptz ORDER BY ts`,
      [punto_id, desde, hasta],
    );
    return rows.map(({ ms, valor }) => ({ ms, valor: valor === null ? null : Number(valor) }));
  }

  /** The steps of [desde, hasta), empty ones too. */
  steps(reach: Reach, { desde, hasta }: Range, { de, paso_s }: Level): Promise<StepRow[]> {
    const { punto_id, zona, clase, escala } = reach;
    const range = `punto_id = $5 AND ts >= ${START(paso_s)} AND ts < $2`;
    const ends = `SELECT ts, primero AS valor FROM valores_15m WHERE ${range}
                  UNION ALL SELECT ts, ultimo FROM valores_15m WHERE ${range} AND n_valor > 1`;
    const raw = `SELECT ts, valor FROM valores WHERE ${range}`;
    // A mean on a circle does not follow from the sums of quarters.
    const [rows, columns] =
      clase === 'direccion'
        ? [de === 'muestras' ? raw : ends, directions(escala)]
        : de === 'muestras'
          ? [raw, SAMPLES]
          : [`SELECT * FROM valores_15m WHERE ${range}`, SPANS];
    return this.telemetry.query(serieSql(paso_s, rows, columns), [
      ...[desde, hasta, zona, `${paso_s} seconds`, punto_id],
    ]);
  }

  /** Beginnings of the steps of [desde, hasta), ms. */
  async beginnings({ zona }: Reach, { desde, hasta }: Range, { paso_s }: Level): Promise<number[]> {
    const none = 'SELECT NULL::timestamptz AS ts WHERE $5::integer IS NULL';
    const rows = await this.telemetry.query<{ ms: number }[]>(serieSql(paso_s, none, ['count(*)::integer AS n']), [
      ...[desde, hasta, zona, `${paso_s} seconds`, 0],
    ]);
    return rows.map(({ ms }) => ms);
  }

  /** What a counter said in the range, and as far around it as judging it takes. */
  async counter(reach: Reach, { desde, hasta }: Range, { de, paso_s }: Level, now: Date): Promise<CounterSpan[]> {
    const { punto_id, zona } = reach;
    if (de === 'tramos') {
      const range = {
        desde,
        hasta,
        now,
        zona,
        held_since: '-infinity',
        byDay: isCalendar(paso_s) && paso_s % DAY_S === 0,
      };
      return counterSpans(this.telemetry, QUARTERS, punto_id, range);
    }
    const points = await this.puntos.counterPoints(punto_id, desde.getTime(), hasta.getTime(), REACH_MS);
    return points.map(asSpan);
  }
}

const DAY_S = 86_400;
const REACH_MS = 86_400_000 + SPAN_MS;

const asSpan = ({ ts, value }: CounterPoint): CounterSpan => ({
  ts,
  n: 1,
  first: value,
  primera_ts: ts,
  ultima: value,
  ultima_ts: ts,
  mayor: value,
  puntos: null,
});
