import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Nivel } from '../series/paso.js';
import {
  comoIntervalo,
  comoMuestra,
  deMuestras,
  deTramos,
  type Fila,
  type Magnitud,
  type Punto,
  type Rango,
} from '../series/puntos.js';
import { INICIO, serieSql } from '../series/serie.sql.js';

/** °C and %, in hundredths. */
export const MAGNITUDES: readonly Magnitud[] = [
  ['temperatura', 100],
  ['humedad', 100],
];

/** Where the sensor of switch $1 was, and when. */
const CABLES = `
  SELECT c.placa_id, c.pin, c.desde, c.hasta FROM cableado c
    JOIN switches s ON s.id = c.switch_id AND s.empresa_id = c.empresa_id
   WHERE c.switch_id = $1 AND c.papel = 'sensor'`;

/** Raw rows of the switch from `desde` on (SQL), until $3. */
const lecturas = (desde: string): string => `
  SELECT l.ts, l.temperatura, l.humedad FROM (${CABLES}) c
    JOIN lecturas l ON l.placa_id = c.placa_id AND l.pin = c.pin AND l.ts >= c.desde AND l.ts < c.hasta
   WHERE l.ts >= ${desde} AND l.ts < $3::timestamptz`;

const piso = (ts: string): string => `date_bin('15 minutes', ${ts}, 'epoch')`;
const techo = (ts: string): string => piso(`${ts} + interval '15 minutes' - interval '1 microsecond'`);

/**
 * Quarters of the switch: as they are stored where its sensor sat on one pin all through, and from raw rows where the wiring
 * changed within one, because the stored one also holds what the pin said of somebody else.
 */
const tramos = (desde: string): string => `
  SELECT r.ts, ${MAGNITUDES.flatMap(([x]) => [`r.n_${x}`, `r.suma_${x}`, `r.min_${x}`, `r.max_${x}`]).join(', ')}
    FROM (${CABLES}) c
    JOIN lecturas_15m r ON r.placa_id = c.placa_id AND r.pin = c.pin AND r.ts >= ${techo('c.desde')} AND r.ts < ${piso('c.hasta')}
   WHERE r.ts >= ${desde} AND r.ts < $3::timestamptz
  UNION ALL
  SELECT ${piso('l.ts')}, ${MAGNITUDES.flatMap(([x]) => [
    `count(l.${x})::integer`,
    `coalesce(sum(l.${x}), 0)::bigint`,
    `min(l.${x})`,
    `max(l.${x})`,
  ]).join(', ')}
    FROM (${CABLES}) c
   CROSS JOIN LATERAL (VALUES (c.desde, least(${techo('c.desde')}, c.hasta)),
                              (greatest(${piso('c.hasta')}, ${techo('c.desde')}), c.hasta)) AS borde(desde, hasta)
    JOIN lecturas l ON l.placa_id = c.placa_id AND l.pin = c.pin AND l.ts >= borde.desde AND l.ts < borde.hasta
   WHERE isfinite(borde.desde) AND borde.desde < borde.hasta AND l.ts >= ${desde} AND l.ts < $3::timestamptz
   GROUP BY 1`;

const N = 'greatest(sum(n_temperatura), sum(n_humedad))::integer AS n';

/** What a switch's sensor measured, as points. */
@Injectable()
export class SerieRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Samples of the range; null when raw data no longer reaches back that far. */
  async contar(switch_id: number, { desde, hasta }: Rango): Promise<number | null> {
    const [fila]: { n: string; entero: boolean }[] = await this.dataSource.query(
      `SELECT count(*) AS n, NOT EXISTS (SELECT FROM retencion WHERE tabla = 'lecturas' AND desde > $2::timestamptz) AS entero
         FROM (${lecturas('$2::timestamptz')}) l`,
      [switch_id, desde, hasta],
    );
    return fila?.entero ? Number(fila.n) : null;
  }

  /** All of them, oldest first. */
  async muestras(switch_id: number, { desde, hasta }: Rango): Promise<Punto[]> {
    const filas: Fila[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, temperatura, humedad
         FROM (${lecturas('$2::timestamptz')}) l ORDER BY ts`,
      [switch_id, desde, hasta],
    );
    return filas.map((fila) => comoMuestra(fila, MAGNITUDES));
  }

  /** Points of a step, empty ones too (n 0). */
  async intervalos(switch_id: number, zona: string, { desde, hasta }: Rango, nivel: Nivel): Promise<Punto[]> {
    const { de, paso_s } = nivel;
    const inicio = INICIO(paso_s);
    const sql =
      de === 'muestras'
        ? serieSql(paso_s, lecturas(inicio), ['count(*)::integer AS n', ...deMuestras(MAGNITUDES)])
        : serieSql(paso_s, tramos(inicio), [N, ...deTramos(MAGNITUDES)]);
    const filas: Fila[] = await this.dataSource.query(sql, [switch_id, desde, hasta, zona, `${paso_s} seconds`]);
    return filas.map((fila) => comoIntervalo(fila, MAGNITUDES));
  }
}
