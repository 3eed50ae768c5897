import pg from 'pg';
import { cell, inside, fecha } from './csv.sql.js';
import type { Window } from './windows.js';

const literal = pg.escapeLiteral;
const FASES = ['a', 'b', 'c'] as const;
const POR_FASE = [
  ['voltaje', 'Voltaje', 'V', 100, 2],
  ['corriente', 'Corriente', 'A', 1_000, 3],
  ['potencia_activa', 'Potencia activa', 'W', 100, 2],
  ['potencia_aparente', 'Potencia aparente', 'VA', 100, 2],
  ['factor_potencia', 'Factor de potencia', '', 1_000, 3],
] as const;

type Column = readonly [campo: string, title: string, scale: number, decimals: number];
const COLUMNAS: readonly Column[] = [
  ...POR_FASE.flatMap(([campo, title, unit, scale, decimals]) =>
    FASES.map((fase): Column => [
      `${campo}_${fase}`,
      `${title} ${fase.toUpperCase()}${unit ? ` (${unit})` : ''}`,
      scale,
      decimals,
    ]),
  ),
  ['total_act_power', 'Potencia activa total (W)', 100, 2],
  ['total_aparent_power', 'Potencia aparente total (VA)', 100, 2],
  ['temp', 'Temperatura (°C)', 100, 2],
  ['energia', 'Energía (kWh)', 100_000, 3],
  ['energia_devuelta', 'Energía devuelta (kWh)', 100_000, 3],
];

export const ENERGIA_HEADER = ['Fecha', 'Dispositivo', ...COLUMNAS.map(([, title]) => title)].join(',');

/** Number of those rows, from the stored quarters. */
export const countEnergiaSql = (dispositivo_id: number, desde: string, hasta: string): string => `
  SELECT sum(n) AS n FROM mediciones_15m WHERE dispositivo_id = ${Number(dispositivo_id)} AND ts < ${literal(hasta)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'mediciones'))`;

/**
 * Every sample of a device, in the order of the key; times as Postgres writes them. COPY takes no parameters.
 * @param ventanas a sample must lie within all of these windows
 */
export const energiaSql = (dispositivo_id: number, nombre: string, ventanas: readonly Window[]): string => `
  SELECT ${fecha('ts')}, ${cell(literal(nombre))},
         ${COLUMNAS.map(([campo, , scale, decimals]) => `round(${campo} / ${scale}.0, ${decimals})`).join(', ')}
    FROM mediciones WHERE dispositivo_id = ${Number(dispositivo_id)} AND ${inside('ts', ...ventanas)}
   ORDER BY ts`;
