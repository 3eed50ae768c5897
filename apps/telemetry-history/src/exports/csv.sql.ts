import pg from 'pg';
import type { Relay } from '../queries/series/wires.js';
import type { Window } from './windows.js';

const literal = pg.escapeLiteral;

/** Prefixes a cell that a spreadsheet would read as a formula with an apostrophe; number columns do not use this. */
export const cell = (column: string): string =>
  `CASE WHEN left(${column}, 1) IN ('=', '+', '-', '@', E'\\t', E'\\r') THEN '''' || ${column} ELSE ${column} END`;
/** Uses the session's TimeZone, set to the company's: date, time and offset, e.g. 2026-11-21 05:30:00.000-06:00. */
export const fecha = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS.MSTZH:TZM')`;
const degrees = (column: string): string => `round(${column} / 100.0, 2)`;

export const HEADERS = {
  sensores: 'Fecha,Sitio,Switch,Temperatura (°C),Humedad (%)',
  estados: 'Fecha,Sitio,Switch,Estado',
} as const;

/** A stretch of time during which a switch's sensor was on one pin. Timestamps as Postgres writes them, including ±infinity. */
export interface Span extends Window {
  placa_id: number;
  pin: number;
}

/** Condition: within all of these windows. Uses constants, so that the planner skips the other months' partitions. */
export const inside = (column: string, ...ventanas: readonly Window[]): string =>
  ventanas.map(({ desde, hasta }) => `${column} >= ${literal(desde)} AND ${column} < ${literal(hasta)}`).join(' AND ');

/** Sorted by its key, so that the whole result is a merge of sorted spans instead of one large sort. */
const ofSpan = (span: Span, window: Window, antes = ''): string => `
      (SELECT ${antes}ts, temperatura, humedad FROM lecturas
        WHERE placa_id = ${Number(span.placa_id)} AND pin = ${Number(span.pin)} AND ${inside('ts', span, window)} ORDER BY ts)`;

/**
 * COPY takes no parameters: the schema validates numbers, and pg escapes texts.
 * @param spans at least one; they may overlap in time. Each is read in the order of its key and merged while reading, so that the
 * first row is sent at once for any number of rows
 */
export const sensoresSql = (spans: readonly Span[], sw: { zona: string; nombre: string }, window: Window): string => `
  SELECT ${fecha('ts')}, ${cell(literal(sw.zona))}, ${cell(literal(sw.nombre))}, ${degrees('temperatura')}, ${degrees('humedad')}
    FROM (${spans.map((span) => ofSpan(span, window)).join(' UNION ALL ')}) l ORDER BY ts`;

/** Approximate number of those rows, from the stored quarters: it may miss a reading that has only one of the two values. */
export const countSensorsSql = (spans: readonly Span[]): string => `
  SELECT sum(n) AS n FROM (
    SELECT placa_id, ts, max(greatest(n_temperatura, n_humedad)) AS n FROM (${spans.map(quartersOf).join(' UNION ALL ')}) q
     GROUP BY placa_id, ts) t`;

const quartersOf = ({ placa_id, pin, desde, hasta }: Span): string => `
  SELECT placa_id, ts, n_temperatura, n_humedad FROM lecturas_15m WHERE placa_id = ${Number(placa_id)} AND pin = ${Number(pin)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'lecturas')) AND ts < ${literal(hasta)}`;

/** Formats a text as a cell of a line not written by COPY. */
export const textCell = (texto: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(texto) ? `'${texto}` : texto;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A switch of a site, and the indexes of its sensor's spans. */
export interface Column {
  nombre: string;
  spans: readonly number[];
}

export const wideHeader = (columnas: readonly Column[]): string =>
  [
    'Fecha',
    ...columnas.flatMap(({ nombre }) => [`${nombre} - Temperatura (°C)`, `${nombre} - Humedad (%)`]).map(textCell),
  ].join(',');

/**
 * One row per time, two columns per switch; empty where the switch's sensor has no value at that time. Rows are assembled while the
 * spans are merged, so that the first row is sent at once.
 */
export const wideSql = (spans: readonly Span[], columnas: readonly Column[], window: Window): string => {
  const valor = (campo: string, which: readonly number[]): string =>
    degrees(`max(${campo}) FILTER (WHERE k IN (${which.map(Number).join(',')}))`);
  const rows = spans.map((span, k) => ofSpan(span, window, `${k} AS k, `)).join(' UNION ALL ');
  const values = columnas.flatMap(({ spans: which }) => [valor('temperatura', which), valor('humedad', which)]);
  return `SELECT ${[fecha('ts'), ...values].join(', ')} FROM (${rows}) l GROUP BY ts ORDER BY ts`;
};

/** @param relays at least one */
export const estadosSql = (relays: readonly Relay[], range: Window, window: Window): string => `
  SELECT ${fecha('t.ts')}, ${cell('c.zona')}, ${cell('c.nombre')}, CASE t.estado WHEN 1 THEN 'ENCENDIDO' ELSE 'APAGADO' END
    FROM (VALUES ${relays.map(ofRelay).join(', ')}) c (switch_id, placa_id, pin, desde, hasta, zona, nombre)
    JOIN transiciones t ON t.placa_id = c.placa_id AND t.pin = c.pin
     AND t.ts >= c.desde AND t.ts < c.hasta AND ${inside('t.ts', range, window)}
   ORDER BY t.ts, c.switch_id`;

const ofRelay = ({ switch_id, placa_id, pin, desde, hasta, zona, nombre }: Relay): string =>
  `(${[switch_id, placa_id, pin].map(Number).join(', ')}, ${literal(desde)}::timestamptz, ${literal(hasta)}::timestamptz, ${literal(zona)}, ${literal(nombre)})`;
