import { isCalendar } from './step.js';

/** SQL of a series: $1 and $2 the range, $3 the company's zone, $4 the step as an interval. */

/** A Monday, the origin of steps, so that weeks begin on Monday. */
const LUNES = `timestamp '2001-01-01'`;

/** Beginning of the point that contains `ts`, in the zone's local time. */
const byClock = (ts: string): string => `date_bin($4::interval, ${ts} AT TIME ZONE $3::text, ${LUNES})`;

/** The same beginning as an instant; short steps are computed without local time. */
const inicio = (ts: string, paso_s: number): string =>
  isCalendar(paso_s)
    ? `(${byClock(ts)} AT TIME ZONE $3::text)`
    : `date_bin($4::interval, ${ts}, ${LUNES} AT TIME ZONE $3::text)`;

const nameOf = (column: string): string => column.slice(column.lastIndexOf(' ') + 1);

/** Short steps: all points of the range, including empty ones, with their data. */
const ofInstants = (paso_s: number, rows: string, columnas: readonly string[], names: string): string => `
  SELECT inicio, ${names}
    FROM generate_series(${inicio('$1::timestamptz', paso_s)}, $2::timestamptz - interval '1 millisecond', $4::interval) p (inicio)
    LEFT JOIN (SELECT ${inicio('ts', paso_s)} AS inicio, ${columnas.join(', ')} FROM (${rows}) f GROUP BY 1) a USING (inicio)`;

/**
 * Calendar steps: groups by the zone's local time and converts to instants only at the end, once per point. A local time that the
 * clock skipped maps to the instant of the next point and has no rows.
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
 * @param rows SELECT of the rows to aggregate, with ts
 * @param columnas aggregates over the rows, each `… AS name`; the first is named n
 */
export const serieSql = (paso_s: number, rows: string, columnas: readonly string[]): string => {
  const names = columnas.map(nameOf).join(', ');
  const points = isCalendar(paso_s) ? ofClock(rows, columnas, names) : ofInstants(paso_s, rows, columnas, names);
  return `
  SELECT extract(epoch FROM inicio)::float8 * 1000 AS ms, ${names} FROM (${points}) p
   WHERE inicio < $2::timestamptz ORDER BY 1`;
};

/** $1 moved to the beginning of its point, so that the first point is complete. */
export const START = (paso_s: number): string => inicio('$1::timestamptz', paso_s);
