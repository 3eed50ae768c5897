import { CONTADORES_MEDICION, type ContadorMedicion, ESCALA_MEDICION, MAGNITUDES_MEDICION } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TramoDeContador } from './consumo.js';
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

/** What is read for a device, and from when on it is its company's. */
export interface Alcance {
  dispositivo_id: number;
  zona: string;
  /** As Postgres writes it; -infinity included. */
  tenida_desde: string;
}

const MAGNITUDES: readonly Magnitud[] = MAGNITUDES_MEDICION.map(([x, unidad]) => [x, ESCALA_MEDICION[unidad]]);
const DE_MUESTRAS = ['count(*)::integer AS n', ...deMuestras(MAGNITUDES)];
const DE_TRAMOS = ['sum(n)::integer AS n', ...deTramos(MAGNITUDES)];

@Injectable()
export class EnergiaRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Samples in [desde, hasta); null when raw data no longer reaches back that far. */
  async contar({ dispositivo_id, tenida_desde }: Alcance, { desde, hasta }: Rango): Promise<number | null> {
    const [fila]: { n: string; entero: boolean }[] = await this.dataSource.query(
      `SELECT count(*) AS n,
              NOT EXISTS (SELECT FROM retencion WHERE tabla = 'mediciones' AND desde > $2::timestamptz) AS entero
         FROM mediciones WHERE dispositivo_id = $1 AND ts >= greatest($2::timestamptz, $4::timestamptz) AND ts < $3`,
      [dispositivo_id, desde, hasta, tenida_desde],
    );
    return fila?.entero ? Number(fila.n) : null;
  }

  /** Every sample in [desde, hasta), oldest first. */
  async muestras({ dispositivo_id, tenida_desde }: Alcance, { desde, hasta }: Rango): Promise<Punto[]> {
    const filas: Fila[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ms, ${MAGNITUDES_MEDICION.map(([x]) => x).join(', ')} FROM mediciones
        WHERE dispositivo_id = $1 AND ts >= greatest($2::timestamptz, $4::timestamptz) AND ts < $3 ORDER BY ts`,
      [dispositivo_id, desde, hasta, tenida_desde],
    );
    return filas.map((fila) => comoMuestra(fila, MAGNITUDES));
  }

  /** Points of a step in [desde, hasta), empty ones too (n 0). */
  async intervalos(alcance: Alcance, { desde, hasta }: Rango, { de, paso_s }: Nivel): Promise<Punto[]> {
    const [tabla, columnas] =
      de === 'muestras' ? (['mediciones', DE_MUESTRAS] as const) : (['mediciones_15m', DE_TRAMOS] as const);
    const filas: Fila[] = await this.dataSource.query(
      serieSql(
        paso_s,
        `SELECT * FROM ${tabla} WHERE dispositivo_id = $1 AND ts >= greatest(${INICIO(paso_s)}, $6::timestamptz) AND ts < $3`,
        columnas,
      ),
      [alcance.dispositivo_id, desde, hasta, alcance.zona, `${paso_s} seconds`, alcance.tenida_desde],
    );
    return filas.map((fila) => comoIntervalo(fila, MAGNITUDES));
  }

  /** Days of a calendar: their names, their beginnings and the end of the last one. Open ends: the last `dias` days until today. */
  async calendario(
    zona: string,
    desde: string | undefined,
    hasta: string | undefined,
    dias: number,
  ): Promise<{ fecha: string; inicio: number; fin: number }[]> {
    const rows: { fecha: string; inicio: number; fin: number }[] = await this.dataSource.query(
      `WITH extremos AS (
         SELECT coalesce($2::date, ultimo - ($4::integer - 1)) AS primero, ultimo
           FROM (SELECT least($3::date, (now() AT TIME ZONE $1::text)::date) AS ultimo) u
       )
       SELECT to_char(d, 'YYYY-MM-DD') AS fecha,
              (extract(epoch FROM d AT TIME ZONE $1::text) * 1000)::float8 AS inicio,
              (extract(epoch FROM (d + interval '1 day') AT TIME ZONE $1::text) * 1000)::float8 AS fin
         FROM extremos, generate_series(primero::timestamp, ultimo::timestamp, interval '1 day') d ORDER BY d`,
      [zona, desde ?? null, hasta ?? null, dias],
    );
    return rows;
  }

  /** Quarters with a counter in [desde, hasta), and the nearest one on either side. `ts` of each is its beginning, ms. */
  async contadores(
    { dispositivo_id, tenida_desde }: Alcance,
    desde: Date,
    hasta: Date,
  ): Promise<{ ts: number; de: Partial<Record<ContadorMedicion, TramoDeContador>> }[]> {
    const columnas = CONTADORES_MEDICION.flatMap((x) => [
      `n_${x}`,
      `primera_${x}`,
      `(extract(epoch FROM primera_ts_${x}) * 1000)::float8 AS primera_ts_${x}`,
      `ultima_${x}`,
      `(extract(epoch FROM ultima_ts_${x}) * 1000)::float8 AS ultima_ts_${x}`,
      `interna_${x}`,
      `reinicios_${x}`,
    ]);
    const con = (rango: string): string =>
      `SELECT * FROM mediciones_15m WHERE dispositivo_id = $1 AND ts >= $4::timestamptz AND ${rango}
          AND (${CONTADORES_MEDICION.map((x) => `n_${x} > 0`).join(' OR ')})`;
    const filas: Fila[] = await this.dataSource.query(
      `SELECT (extract(epoch FROM ts) * 1000)::float8 AS ts, ${columnas.join(', ')} FROM (
         (${con('ts < $2')} ORDER BY ts DESC LIMIT 1)
         UNION ALL (${con('ts >= $2 AND ts < $3')})
         UNION ALL (${con('ts >= $3')} ORDER BY ts LIMIT 1)
       ) t ORDER BY t.ts`,
      [dispositivo_id, desde, hasta, tenida_desde],
    );
    return filas.map((fila) => ({
      ts: Number(fila['ts']),
      de: Object.fromEntries(
        CONTADORES_MEDICION.filter((x) => Number(fila[`n_${x}`]) > 0).map((x) => [x, tramoDe(fila, x)]),
      ),
    }));
  }
}

const tramoDe = (fila: Fila, x: ContadorMedicion): TramoDeContador => ({
  primera: Number(fila[`primera_${x}`]),
  primera_ts: Number(fila[`primera_ts_${x}`]),
  ultima: Number(fila[`ultima_${x}`]),
  ultima_ts: Number(fila[`ultima_ts_${x}`]),
  interna: Number(fila[`interna_${x}`]),
  reinicios: Number(fila[`reinicios_${x}`]),
});
