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
import { type Cable, lecturasSql, tramosSql } from './cables.js';

/** °C and %, in hundredths. */
export const MAGNITUDES: readonly Magnitud[] = [
  ['temperatura', 100],
  ['humedad', 100],
];

/** [$1, $2) of raw rows. */
const RANGO = 'ts >= $1::timestamptz AND ts < $2::timestamptz';
const N = 'greatest(sum(n_temperatura), sum(n_humedad))::integer AS n';

/** What a switch's sensor measured, as points. */
@Injectable()
export class SerieRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Samples of the range; null when raw data no longer reaches back that far. */
  async contar(cables: readonly Cable[], { desde, hasta }: Rango): Promise<number | null> {
    const [fila]: { n: string; entero: boolean }[] = await this.dataSource.query(
      `SELECT count(*) AS n, NOT EXISTS (SELECT FROM retencion WHERE tabla = 'lecturas' AND desde > $1::timestamptz) AS entero
         FROM (${lecturasSql(cables, RANGO)}) l WHERE ${RANGO}`,
      [desde, hasta],
    );
    return fila?.entero ? Number(fila.n) : null;
  }

  /** All of them, oldest first. */
  async muestras(cables: readonly Cable[], { desde, hasta }: Rango): Promise<Punto[]> {
    const filas: Fila[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, temperatura, humedad
         FROM (${lecturasSql(cables, RANGO)}) l WHERE ${RANGO} ORDER BY ts`,
      [desde, hasta],
    );
    return filas.map((fila) => comoMuestra(fila, MAGNITUDES));
  }

  /** Points of a step, empty ones too (n 0). */
  async intervalos(cables: readonly Cable[], zona: string, { desde, hasta }: Rango, nivel: Nivel): Promise<Punto[]> {
    const { de, paso_s } = nivel;
    const rango = `ts >= ${INICIO(paso_s)} AND ts < $2::timestamptz`;
    const sql =
      de === 'muestras'
        ? serieSql(paso_s, lecturasSql(cables, rango), ['count(*)::integer AS n', ...deMuestras(MAGNITUDES)])
        : serieSql(paso_s, tramosSql(cables, rango, MAGNITUDES), [N, ...deTramos(MAGNITUDES)]);
    const filas: Fila[] = await this.dataSource.query(sql, [desde, hasta, zona, `${paso_s} seconds`]);
    return filas.map(comoIntervalo(MAGNITUDES));
  }
}
