import { esDeCalendario } from './paso.js';

/** SQL of a series: $1 and $2 the range, $3 the company's zone, $4 the step as an interval. */

/** A Monday: weeks begin there. */
const LUNES = `timestamp '2001-01-01'`;

/** Beginning of the point that `ts` falls in, as the zone's clock shows it. */
const porReloj = (ts: string): string => `date_bin($4::interval, ${ts} AT TIME ZONE $3::text, ${LUNES})`;

/** The same as an instant, or for short steps without a clock. */
const inicio = (ts: string, paso_s: number): string =>
  esDeCalendario(paso_s)
    ? `(${porReloj(ts)} AT TIME ZONE $3::text)`
    : `date_bin($4::interval, ${ts}, ${LUNES} AT TIME ZONE $3::text)`;

/**
 * Rows by point. Those of the calendar are put together by what the zone's clock shows and only then become instants: a conversion
 * per point instead of one more per row.
 */
const agrupar = (paso_s: number, filas: string, columnas: readonly string[]): string => {
  const grupos = (por: string, nombre: string): string =>
    `SELECT ${por} AS ${nombre}, ${columnas.join(', ')} FROM (${filas}) f GROUP BY 1`;
  return esDeCalendario(paso_s)
    ? `SELECT reloj AT TIME ZONE $3::text AS inicio, r.* FROM (${grupos(porReloj('ts'), 'reloj')}) r`
    : grupos(inicio('ts', paso_s), 'inicio');
};

/** All points of the range, empty ones too. */
const puntos = (paso_s: number): string =>
  esDeCalendario(paso_s)
    ? `SELECT DISTINCT g AT TIME ZONE $3::text AS inicio
         FROM generate_series(date_bin($4::interval, $1::timestamptz AT TIME ZONE $3::text, ${LUNES}),
                              ($2::timestamptz - interval '1 millisecond') AT TIME ZONE $3::text, $4::interval) g`
    : `SELECT g AS inicio FROM generate_series(${inicio('$1::timestamptz', paso_s)}, $2::timestamptz - interval '1 millisecond', $4::interval) g`;

const nombreDe = (columna: string): string => columna.slice(columna.lastIndexOf(' ') + 1);

/**
 * @param filas SELECT of rows to put together, with ts
 * @param columnas aggregates over them, each `… AS name`; the first is called n
 */
export const serieSql = (paso_s: number, filas: string, columnas: readonly string[]): string => `
  SELECT (extract(epoch FROM inicio) * 1000)::float8 AS ms, ${columnas.map(nombreDe).join(', ')}
    FROM (${puntos(paso_s)}) p
    LEFT JOIN (${agrupar(paso_s, filas, columnas)}) a USING (inicio)
   WHERE inicio < $2::timestamptz
   ORDER BY 1`;

/** $1, moved to the beginning of its point: the first one is whole, too. */
export const INICIO = (paso_s: number): string => inicio('$1::timestamptz', paso_s);
