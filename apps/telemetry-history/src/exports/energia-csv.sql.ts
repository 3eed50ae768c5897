import pg from 'pg';
import { celda, dentro, fecha } from './csv.sql.js';
import type { Ventana } from './ventanas.js';

const literal = pg.escapeLiteral;
const FASES = ['a', 'b', 'c'] as const;
const POR_FASE = [
  ['voltaje', 'Voltaje', 'V', 100, 2],
  ['corriente', 'Corriente', 'A', 1_000, 3],
  ['potencia_activa', 'Potencia activa', 'W', 100, 2],
  ['potencia_aparente', 'Potencia aparente', 'VA', 100, 2],
  ['factor_potencia', 'Factor de potencia', '', 1_000, 3],
] as const;

type Columna = readonly [campo: string, titulo: string, escala: number, decimales: number];
const COLUMNAS: readonly Columna[] = [
  ...POR_FASE.flatMap(([campo, titulo, unidad, escala, decimales]) =>
    FASES.map((fase): Columna => [
      `${campo}_${fase}`,
      `${titulo} ${fase.toUpperCase()}${unidad ? ` (${unidad})` : ''}`,
      escala,
      decimales,
    ]),
  ),
  ['total_act_power', 'Potencia activa total (W)', 100, 2],
  ['total_aparent_power', 'Potencia aparente total (VA)', 100, 2],
  ['temp', 'Temperatura (°C)', 100, 2],
  ['energia', 'Energía (kWh)', 100_000, 3],
  ['energia_devuelta', 'Energía devuelta (kWh)', 100_000, 3],
];

export const CABECERA_ENERGIA = ['Fecha', 'Dispositivo', ...COLUMNAS.map(([, titulo]) => titulo)].join(',');

/** How many rows that is, from the stored quarters. */
export const cuantosEnergiaSql = (dispositivo_id: number, desde: string, hasta: string): string => `
  SELECT sum(n) AS n FROM mediciones_15m WHERE dispositivo_id = ${Number(dispositivo_id)} AND ts < ${literal(hasta)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'mediciones'))`;

/**
 * Every sample of a device, in the order of the key; times as Postgres writes them. COPY takes no parameters.
 * @param ventanas those in all of which its samples lie
 */
export const energiaSql = (dispositivo_id: number, nombre: string, ventanas: readonly Ventana[]): string => `
  SELECT ${fecha('ts')}, ${celda(literal(nombre))},
         ${COLUMNAS.map(([campo, , escala, decimales]) => `round(${campo} / ${escala}.0, ${decimales})`).join(', ')}
    FROM mediciones WHERE dispositivo_id = ${Number(dispositivo_id)} AND ${dentro('ts', ...ventanas)}
   ORDER BY ts`;
