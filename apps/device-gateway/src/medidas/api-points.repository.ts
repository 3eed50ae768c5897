import type { MagnitudClave, MeasurementField } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A point without a board. */
export interface ApiPoint {
  id: number;
  empresa_id: number;
  magnitud: MagnitudClave;
  cada_s: number;
  activo: 0 | 1;
}

/** A point that follows a value of a centinela: `a` times that in the unit of its magnitud, plus `b`. */
export interface MeterPoint extends ApiPoint {
  dispositivo_id: number;
  campo: MeasurementField;
  a: number;
  b: number;
}

/** A value as its magnitud keeps it; null = there is known to be none. `ts` in ms. */
export interface Kept {
  punto_id: number;
  ts: number;
  kept: number | null;
}

/** A point with its last value, if it has no board. `ultimo` as its magnitud keeps it, `ultimo_ts` in ms. */
export interface KnownLast {
  id: number;
  placa_id: number | null;
  magnitud: MagnitudClave;
  ultimo: number | null;
  ultimo_ts: number | null;
}

@Injectable()
export class ApiPointsRepository {
  constructor(private readonly db: DataSource) {}

  /** Of these, the ones to which programs send. `empresa_id` null = of every company. */
  find(ids: readonly number[], empresa_id: number | null): Promise<ApiPoint[]> {
    return this.db.query(
      `SELECT id, empresa_id, magnitud, cada_s, activo FROM puntos
        WHERE id = ANY($1) AND fuente->>'tipo' = 'api' AND ($2::integer IS NULL OR empresa_id = $2)`,
      [ids, empresa_id],
    );
  }

  /** The active points that follow these centinelas, each of the centinela's company. */
  ofMeters(meters: readonly { dispositivo_id: number; empresa_id: number }[]): Promise<MeterPoint[]> {
    return this.db.query(
      `SELECT p.id, p.empresa_id, magnitud, cada_s, activo, a, b, m.id AS dispositivo_id, fuente->>'campo' AS campo
         FROM puntos p JOIN unnest($1::integer[], $2::integer[]) AS m(id, empresa_id)
           ON p.empresa_id = m.empresa_id AND fuente->>'dispositivo_id' = m.id::text
        WHERE fuente->>'tipo' = 'centinela' AND activo = 1 ORDER BY p.id`,
      [meters.map(({ dispositivo_id }) => dispositivo_id), meters.map(({ empresa_id }) => empresa_id)],
    );
  }

  /** Makes these the last values where they are newer; one at most for each point. Answers those that are. */
  async advance(values: readonly Kept[]): Promise<Kept[]> {
    const rows: { id: number; ts: string; valor: string | null }[] = await this.db.query(
      `WITH advanced AS (
         UPDATE puntos p SET ultimo = v.valor, ultimo_ts = v.ts
           FROM unnest($1::integer[], $2::bigint[], $3::bigint[]) AS v(id, ts, valor)
          WHERE p.id = v.id AND (p.ultimo_ts IS NULL OR p.ultimo_ts < v.ts)
          RETURNING p.id, v.ts, v.valor)
       SELECT * FROM advanced`,
      [values.map(({ punto_id }) => punto_id), values.map(({ ts }) => ts), values.map(({ kept }) => kept)],
    );
    return rows.map(({ id, ts, valor }) => ({
      punto_id: id,
      ts: Number(ts),
      kept: valor === null ? null : Number(valor),
    }));
  }

  async last(ids: readonly number[]): Promise<KnownLast[]> {
    return this.db.query(
      'SELECT id, placa_id, magnitud, ultimo::float8 AS ultimo, ultimo_ts::float8 AS ultimo_ts FROM puntos WHERE id = ANY($1)',
      [ids],
    );
  }
}
