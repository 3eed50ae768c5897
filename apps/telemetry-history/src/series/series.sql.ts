import { isCalendar } from './step.js';

/** SQL of a series: $1 and $2 the range, $3 the company's zone, $4 the step as an interval. */

/** A Monday: weeks begin there. */
const LUNES = `timestamp '2001-01-01'`;

/** Beginning of the point that `ts` falls in, as the zone's clock shows it. */
const byClock = (ts: string): string => `date_bin($4::interval, ${ts} AT TIME ZONE $3::text, ${LUNES})`;

/** The same as an instant, or for short steps without a clock. */
const inicio = (ts: string, paso_s: number): string =>
  isCalendar(paso_s)
    ? `(${byClock(ts)} AT TIME ZONE $3::text)`
    : `date_bin($4::interval, ${ts}, ${LUNES} AT TIME ZONE $3::text)`;

const nombreDe = (column: string): string => column.slice(column.lastIndexOf(' ') + 1);

/** Short steps: all points of the range, empty ones too, and what there is of each. */
const ofInstants = (paso_s: number, rows: string, columnas: readonly string[], names: string): string => `
  SELECT inicio, ${names}
    FROM generate_series(${inicio('$1::timestamptz', paso_s)}, $2::timestamptz - interval '1 millisecond', $4::interval) p (inicio)
    LEFT JOIN (SELECT ${inicio('ts', paso_s)} AS inicio, ${columnas.join(', ')} FROM (${rows}) f GROUP BY 1) a USING (inicio)`;

/**
 * Steps of the calendar: put together by what the zone's clock shows, and instants only at the end, so that a point is converted
 * once. A point that the clock skipped has the instant of the next one and no rows.
 */
const ofClock = (rows: string, columnas: readonly string[], names: string): string => `
  SELECT DISTINCT ON (inicio) inicio, ${names}
    FROM (SELECT reloj AT TIME ZONE $3::text AS inicio, ${names}
            FROM generate_series(${byClock('$1::timestamptz')},
                                 ($2::timestamptz - interval '1 millisecond') AT TIME ZONE $3::text, $4::interval) p (reloj)
            LEFT JOIN (SELECT ${byClock('ts')} AS reloj, ${columnas.join(', ')} FROM (${rows}) f GROUP BY 1) a USING (reloj)
          OFFSET 0) puntos
   ORDER BY inicio, n`;

/**
 * @param filas SELECT of rows to put together, with ts
 * @param columnas aggregates over them, each `… AS name`; the first is called n
 */
export const serieSql = (paso_s: number, rows: string, columnas: readonly string[]): string => {
  const names = columnas.map(nombreDe).join(', ');
  const points = isCalendar(paso_s) ? ofClock(rows, columnas, names) : ofInstants(paso_s, rows, columnas, names);
  return `
  SELECT extract(epoch FROM inicio)::float8 * 1000 AS ms, ${names} FROM (${points}) p
   WHERE inicio < $2::timestamptz ORDER BY 1`;
};

/** $1, moved to the beginning of its point: the first one is whole, too. */
export const START = (paso_s: number): string => inicio('$1::timestamptz', paso_s);
