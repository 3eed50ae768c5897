import pg from 'pg';
import { cell, inside, fecha } from './csv.sql.js';
import type { Window } from './windows.js';
import { ENERGIA_COLUMNS as titles } from '../textos.js';

const literal = pg.escapeLiteral;
const PHASES = ['a', 'b', 'c'] as const;
const BY_PHASE = [
  ['voltaje', 'V', 100, 2],
  ['corriente', 'A', 1_000, 3],
  ['potencia_activa', 'W', 100, 2],
  ['potencia_aparente', 'VA', 100, 2],
  ['factor_potencia', '', 1_000, 3],
] as const;

type Column = readonly [campo: string, title: string, scale: number, decimals: number];
const COLUMNS: readonly Column[] = [
  ...BY_PHASE.flatMap(([campo, unit, scale, decimals]) =>
    PHASES.map((phase): Column => [
      `${campo}_${phase}`,
      `${titles[campo]} ${phase.toUpperCase()}${unit ? ` (${unit})` : ''}`,
      scale,
      decimals,
    ]),
  ),
  ['total_act_power', titles.total_act_power, 100, 2],
  ['total_aparent_power', titles.total_aparent_power, 100, 2],
  ['temp', titles.temp, 100, 2],
  ['energia', titles.energia, 100_000, 3],
  ['energia_devuelta', titles.energia_devuelta, 100_000, 3],
];

export const ENERGIA_HEADER = [titles.fecha, titles.dispositivo, ...COLUMNS.map(([, title]) => title)].join(',');

/** Number of those rows, from the stored quarters. */
export const countEnergiaSql = (dispositivo_id: number, desde: string, hasta: string): string => `
  SELECT sum(n) AS n FROM mediciones_15m WHERE dispositivo_id = ${Number(dispositivo_id)} AND ts < ${literal(hasta)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'mediciones'))`;

/**
 * Every sample of a device, in the order of the key; times as Postgres writes them. COPY takes no parameters.
 * @param windows a sample must lie within all of these windows
 */
export const energiaSql = (dispositivo_id: number, nombre: string, windows: readonly Window[]): string => `
  SELECT ${fecha('ts')}, ${cell(literal(nombre))},
         ${COLUMNS.map(([campo, , scale, decimals]) => `round(${campo} / ${scale}.0, ${decimals})`).join(', ')}
    FROM mediciones WHERE dispositivo_id = ${Number(dispositivo_id)} AND ${inside('ts', ...windows)}
   ORDER BY ts`;
