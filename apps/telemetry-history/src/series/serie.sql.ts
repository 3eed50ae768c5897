import { esDeCalendario } from './paso.js';

/** SQL of a series: $1 and $2 the range, $3 the company's zone, $4 the step as an interval. */

/** A Monday: weeks begin there. */
const LUNES = `timestamp '2001-01-01'`;

/** Beginning of the point that `ts` falls in. */
const inicio = (ts: string, paso_s: number): string =>
  esDeCalendario(paso_s)
    ? `(date_bin($4::interval, ${ts} AT TIME ZONE $3::text, ${LUNES}) AT TIME ZONE $3::text)`
    : `date_bin($4::interval, ${ts}, ${LUNES} AT TIME ZONE $3::text)`;

/** All points of the range, empty ones too. */
const puntos = (paso_s: number): string =>
  esDeCalendario(paso_s)
    ? `SELECT DISTINCT g AT TIME ZONE $3::text AS inicio
         FROM generate_series(date_bin($4::interval, $1::timestamptz AT TIME ZONE $3::text, ${LUNES}),
                              ($2::timestamptz - interval '1 millisecond') AT TIME ZONE $3::text, $4::interval) g`
    : `SELECT g AS inicio FROM generate_series(${inicio('$1::timestamptz', paso_s)}, $2::timestamptz - interval '1 millisecond', $4::interval) g`;

/**
 * @param filas SELECT of rows to put together, with ts
 * @param columnas aggregates over them; the first is called n
 */
export const serieSql = (paso_s: number, filas: string, columnas: readonly string[]): string => `
  SELECT (extract(epoch FROM inicio) * 1000)::float8 AS ms, a.*
    FROM (${puntos(paso_s)}) p
    LEFT JOIN (SELECT ${inicio('ts', paso_s)} AS inicio, ${columnas.join(', ')} FROM (${filas}) f GROUP BY 1) a USING (inicio)
   WHERE inicio < $2::timestamptz
   ORDER BY 1`;

/** $1, moved to the beginning of its point: the first one is whole, too. */
export const INICIO = (paso_s: number): string => inicio('$1::timestamptz', paso_s);
