import { COUNTER_RULE } from '@acequia/contracts';
import type { TelemetryReader } from '../../replica/telemetry-reader.js';
import type { CounterSpan } from '../energia/consumption.js';

/** A counter's state in a quarter, or in a whole day in which it rose evenly; none crosses midnight. */
export interface DaySpan extends CounterSpan {
  /** YYYY-MM-DD in the company's zone. */
  fecha: string;
  /** Number of its completed quarters with a value. */
  quarters: number;
}
interface SpanRow extends Record<Exclude<keyof DaySpan, 'fecha' | 'puntos'>, string | number> {
  fecha: string;
  puntos: [string, string][] | null;
}

/** Where a counter's quarters are stored. */
export interface CounterQuarters {
  tabla: string;
  /** Column of the owner. */
  clave: string;
  /** SELECT list: ts, n, primera, primera_ts, ultima, ultima_ts, mayor, puntos, and whether it only rose, as steady. */
  columns: string;
  /** Condition: the quarter has a value. */
  told: string;
}

export interface CounterRange {
  desde: Date;
  hasta: Date;
  now: Date;
  zona: string;
  /** From when on the owner's rows count, as Postgres writes times. */
  held_since: string;
  /** Join the quarters of a day in which it rose evenly. */
  byDay: boolean;
}

/**
 * State of a counter in [desde, hasta), and as far before and after as judging it takes, oldest first: a row for each quarter, or
 * for a whole calendar day in which it rose evenly. Quarters without samples are missing.
 */
export const counterSpans = async (
  telemetry: TelemetryReader,
  { tabla, clave, columns, told }: CounterQuarters,
  owner: number,
  { desde, hasta, now, zona, held_since, byDay }: CounterRange,
): Promise<DaySpan[]> => {
  const within = (range: string): string =>
    `SELECT ${columns} FROM ${tabla} WHERE ${clave} = $1 AND ts >= $3::timestamptz AND ${range} AND ${told}`;
  const rows = await telemetry.query<SpanRow[]>(
    `SELECT to_char(dia, 'YYYY-MM-DD') AS fecha, (extract(epoch FROM min(ts)) * 1000)::float8 AS ts, sum(n) AS n,
            count(*) FILTER (WHERE ts + interval '15 minutes' <= $5::timestamptz) AS quarters,
            (array_agg(primera ORDER BY ts))[1] AS first,
            (extract(epoch FROM min(primera_ts)) * 1000)::float8 AS primera_ts,
            (array_agg(ultima ORDER BY ts DESC))[1] AS ultima,
            (extract(epoch FROM max(ultima_ts)) * 1000)::float8 AS ultima_ts, max(mayor) AS mayor, min(puntos) AS puntos
       FROM (SELECT *, CASE WHEN $8::boolean AND bool_and(even) OVER (PARTITION BY dia) THEN NULL ELSE ts END AS quarter
               FROM (SELECT *, steady AND primera >= ultima * $7::float8
                               AND coalesce(primera >= previa AND previa >= primera * $7, true) AS even
                       FROM (SELECT *, (ts AT TIME ZONE $4::text)::date AS dia, lag(ultima) OVER (ORDER BY ts) AS previa FROM (
                               (${within('ts < $6')} ORDER BY ts DESC LIMIT 1)
                               UNION ALL (${within('ts >= $6 AND ts < $2')})
                               UNION ALL (${within('ts >= $2')} ORDER BY ts LIMIT ${COUNTER_RULE.confirming})
                             ) q) d) e) g
      GROUP BY dia, quarter ORDER BY min(ts)`,
    [
      ...[owner, hasta, held_since, zona, now],
      ...[new Date(desde.getTime() - COUNTER_RULE.memory_ms), 1 - COUNTER_RULE.share, byDay],
    ],
  );
  return rows.map(({ fecha, puntos, ...row }) => ({
    ...inNumbers(row),
    fecha,
    puntos: puntos?.map(([after, value]) => [Number(after), Number(value)] as const) ?? null,
  }));
};

const inNumbers = <K extends string>(fila: Record<K, string | number>): Record<K, number> =>
  Object.fromEntries(Object.entries(fila).map(([key, value]) => [key, Number(value)])) as Record<K, number>;
