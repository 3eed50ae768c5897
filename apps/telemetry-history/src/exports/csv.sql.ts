import pg from 'pg';
import type { Window } from './windows.js';

const literal = pg.escapeLiteral;

/** A cell that a spreadsheet would take for a formula begins with an apostrophe; numbers are written apart and stay numbers. */
export const cell = (column: string): string =>
  `CASE WHEN left(${column}, 1) IN ('=', '+', '-', '@', E'\\t', E'\\r') THEN '''' || ${column} ELSE ${column} END`;
/** The session's TimeZone is the company's: date, time and offset, e.g. 2026-11-21 05:30:00.000-06:00. */
export const fecha = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS.MSTZH:TZM')`;
const degrees = (column: string): string => `round(${column} / 100.0, 2)`;

export const HEADERS = {
  sensores: 'Fecha,Sitio,Switch,Temperatura (°C),Humedad (%)',
  estados: 'Fecha,Sitio,Switch,Estado',
} as const;

/** One stretch of time in which a switch's sensor sat on one pin. Timestamps as Postgres writes them, ±infinity included. */
export interface Span extends Window {
  placa_id: number;
  pin: number;
}

/** In each of these stretches of time: constants, so that the planner leaves the other months' partitions out. */
export const inside = (column: string, ...ventanas: readonly Window[]): string =>
  ventanas.map(({ desde, hasta }) => `${column} >= ${literal(desde)} AND ${column} < ${literal(hasta)}`).join(' AND ');

/** Sorted by itself, as its key is: the whole is then a merge of such rows, not a sort of all of them. */
const ofSpan = (span: Span, window: Window, antes = ''): string => `
      (SELECT ${antes}ts, temperatura, humedad FROM lecturas
        WHERE placa_id = ${Number(span.placa_id)} AND pin = ${Number(span.pin)} AND ${inside('ts', span, window)} ORDER BY ts)`;

/**
 * COPY takes no parameters: numbers are checked by their schema, texts go through pg's own escaping.
 * @param spans at least one; they may overlap in time. Each is read in the order of the key and they are merged as they are
 * read, so that the first row leaves at once however many there are
 */
export const sensoresSql = (spans: readonly Span[], sw: { zona: string; nombre: string }, window: Window): string => `
  SELECT ${fecha('ts')}, ${cell(literal(sw.zona))}, ${cell(literal(sw.nombre))}, ${degrees('temperatura')}, ${degrees('humedad')}
    FROM (${spans.map((span) => ofSpan(span, window)).join(' UNION ALL ')}) l ORDER BY ts`;

/** About how many rows that is, from the stored quarters: a reading of one value only, beside others, may be missing. */
export const countSensorsSql = (spans: readonly Span[]): string => `
  SELECT sum(n) AS n FROM (
    SELECT placa_id, ts, max(greatest(n_temperatura, n_humedad)) AS n FROM (${spans.map(quartersOf).join(' UNION ALL ')}) q
     GROUP BY placa_id, ts) t`;

const quartersOf = ({ placa_id, pin, desde, hasta }: Span): string => `
  SELECT placa_id, ts, n_temperatura, n_humedad FROM lecturas_15m WHERE placa_id = ${Number(placa_id)} AND pin = ${Number(pin)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'lecturas')) AND ts < ${literal(hasta)}`;

/** A text as a cell of a line that is not COPY's. */
export const textCell = (texto: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(texto) ? `'${texto}` : texto;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A switch of a site, and which of the stretches are its sensor's. */
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
 * One row per time, two columns per switch; empty where its sensor said nothing then. Rows are put together as the stretches are
 * merged, so that the first one leaves at once.
 */
export const widthSql = (spans: readonly Span[], columnas: readonly Column[], window: Window): string => {
  const valor = (campo: string, which: readonly number[]): string =>
    degrees(`max(${campo}) FILTER (WHERE k IN (${which.map(Number).join(',')}))`);
  const rows = spans.map((span, k) => ofSpan(span, window, `${k} AS k, `)).join(' UNION ALL ');
  const values = columnas.flatMap(({ spans: which }) => [valor('temperatura', which), valor('humedad', which)]);
  return `SELECT ${[fecha('ts'), ...values].join(', ')} FROM (${rows}) l GROUP BY ts ORDER BY ts`;
};

/** @param switches ids that may be in it; null = all of the company */
export const estadosSql = (
  empresa_id: number,
  switches: readonly number[] | null,
  range: Window,
  window: Window,
): string => `
  SELECT ${fecha('t.ts')}, ${cell('s.zona')}, ${cell('s.nombre')}, CASE t.estado WHEN 1 THEN 'ENCENDIDO' ELSE 'APAGADO' END
    FROM switches s JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'relevador'
    JOIN transiciones t ON t.placa_id = c.placa_id AND t.pin = c.pin
     AND t.ts >= c.desde AND t.ts < c.hasta AND ${inside('t.ts', range, window)}
   WHERE s.empresa_id = ${Number(empresa_id)} AND NOT s.eliminado
     ${switches ? `AND s.id = ANY('{${switches.map(Number).join(',')}}'::int[])` : ''}
   ORDER BY t.ts, s.id`;
