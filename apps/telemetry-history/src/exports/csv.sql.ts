import pg from 'pg';
import type { Ventana } from './ventanas.js';

const literal = pg.escapeLiteral;

/** A cell that a spreadsheet would take for a formula begins with an apostrophe; numbers are written apart and stay numbers. */
export const celda = (columna: string): string =>
  `CASE WHEN left(${columna}, 1) IN ('=', '+', '-', '@', E'\\t', E'\\r') THEN '''' || ${columna} ELSE ${columna} END`;
/** The session's TimeZone is the company's: date, time and offset, e.g. 2026-11-21 05:30:00.000-06:00. */
export const fecha = (columna: string): string => `to_char(${columna}, 'YYYY-MM-DD HH24:MI:SS.MSTZH:TZM')`;
const grados = (columna: string): string => `round(${columna} / 100.0, 2)`;

export const CABECERAS = {
  sensores: 'Fecha,Sitio,Switch,Temperatura (°C),Humedad (%)',
  estados: 'Fecha,Sitio,Switch,Estado',
} as const;

/** One stretch of time in which a switch's sensor sat on one pin. Timestamps as Postgres writes them, ±infinity included. */
export interface Tramo extends Ventana {
  placa_id: number;
  pin: number;
}

/** In each of these stretches of time: constants, so that the planner leaves the other months' partitions out. */
export const dentro = (columna: string, ...ventanas: readonly Ventana[]): string =>
  ventanas
    .map(({ desde, hasta }) => `${columna} >= ${literal(desde)} AND ${columna} < ${literal(hasta)}`)
    .join(' AND ');

/** Sorted by itself, as its key is: the whole is then a merge of such rows, not a sort of all of them. */
const delTramo = (tramo: Tramo, ventana: Ventana, antes = ''): string => `
      (SELECT ${antes}ts, temperatura, humedad FROM lecturas
        WHERE placa_id = ${Number(tramo.placa_id)} AND pin = ${Number(tramo.pin)} AND ${dentro('ts', tramo, ventana)} ORDER BY ts)`;

/**
 * COPY takes no parameters: numbers are checked by their schema, texts go through pg's own escaping.
 * @param tramos at least one; they may overlap in time. Each is read in the order of the key and they are merged as they are
 * read, so that the first row leaves at once however many there are
 */
export const sensoresSql = (
  tramos: readonly Tramo[],
  sw: { zona: string; nombre: string },
  ventana: Ventana,
): string => `
  SELECT ${fecha('ts')}, ${celda(literal(sw.zona))}, ${celda(literal(sw.nombre))}, ${grados('temperatura')}, ${grados('humedad')}
    FROM (${tramos.map((tramo) => delTramo(tramo, ventana)).join(' UNION ALL ')}) l ORDER BY ts`;

/** About how many rows that is, from the stored quarters: a reading of one value only, beside others, may be missing. */
export const cuantosSensoresSql = (tramos: readonly Tramo[]): string => `
  SELECT sum(n) AS n FROM (
    SELECT placa_id, ts, max(greatest(n_temperatura, n_humedad)) AS n FROM (${tramos.map(cuartosDe).join(' UNION ALL ')}) q
     GROUP BY placa_id, ts) t`;

const cuartosDe = ({ placa_id, pin, desde, hasta }: Tramo): string => `
  SELECT placa_id, ts, n_temperatura, n_humedad FROM lecturas_15m WHERE placa_id = ${Number(placa_id)} AND pin = ${Number(pin)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'lecturas')) AND ts < ${literal(hasta)}`;

/** A text as a cell of a line that is not COPY's. */
export const celdaDeTexto = (texto: string): string => {
  const inofensivo = /^[=+\-@\t\r]/.test(texto) ? `'${texto}` : texto;
  return /[",\r\n]/.test(inofensivo) ? `"${inofensivo.replaceAll('"', '""')}"` : inofensivo;
};

/** A switch of a site, and which of the stretches are its sensor's. */
export interface Columna {
  nombre: string;
  tramos: readonly number[];
}

export const cabeceraAncha = (columnas: readonly Columna[]): string =>
  [
    'Fecha',
    ...columnas.flatMap(({ nombre }) => [`${nombre} - Temperatura (°C)`, `${nombre} - Humedad (%)`]).map(celdaDeTexto),
  ].join(',');

/**
 * One row per time, two columns per switch; empty where its sensor said nothing then. Rows are put together as the stretches are
 * merged, so that the first one leaves at once.
 */
export const anchoSql = (tramos: readonly Tramo[], columnas: readonly Columna[], ventana: Ventana): string => {
  const valor = (campo: string, cuales: readonly number[]): string =>
    grados(`max(${campo}) FILTER (WHERE k IN (${cuales.map(Number).join(',')}))`);
  const filas = tramos.map((tramo, k) => delTramo(tramo, ventana, `${k} AS k, `)).join(' UNION ALL ');
  const valores = columnas.flatMap(({ tramos: cuales }) => [valor('temperatura', cuales), valor('humedad', cuales)]);
  return `SELECT ${[fecha('ts'), ...valores].join(', ')} FROM (${filas}) l GROUP BY ts ORDER BY ts`;
};

/** @param switches ids that may be in it; null = all of the company */
export const estadosSql = (
  empresa_id: number,
  switches: readonly number[] | null,
  rango: Ventana,
  ventana: Ventana,
): string => `
  SELECT ${fecha('t.ts')}, ${celda('s.zona')}, ${celda('s.nombre')}, CASE t.estado WHEN 1 THEN 'ENCENDIDO' ELSE 'APAGADO' END
    FROM switches s JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'relevador'
    JOIN transiciones t ON t.placa_id = c.placa_id AND t.pin = c.pin
     AND t.ts >= c.desde AND t.ts < c.hasta AND ${dentro('t.ts', rango, ventana)}
   WHERE s.empresa_id = ${Number(empresa_id)} AND NOT s.eliminado
     ${switches ? `AND s.id = ANY('{${switches.map(Number).join(',')}}'::int[])` : ''}
   ORDER BY t.ts, s.id`;
