import { type StoredDay, DEFAULT_ZONE } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Named {
  id: number;
  nombre: string;
}

/** $1 company, $2 day, $3 the default zone. */
const EXTREMES = `
  WITH day AS (
    SELECT $2::date::timestamp AT TIME ZONE z AS desde, ($2::date + 1)::timestamp AT TIME ZONE z AS hasta
      FROM (SELECT coalesce((SELECT zona_horaria FROM empresas WHERE id = $1), $3) AS z) zone
  ), q AS MATERIALIZED (
    SELECT s.id AS switch_id, s.zona, s.nombre, q.ts, q.min_temperatura, q.max_temperatura, q.min_humedad, q.max_humedad
      FROM day JOIN switches s ON s.empresa_id = $1 AND s.activo AND NOT s.eliminado
      JOIN cableado c ON c.switch_id = s.id AND c.empresa_id = s.empresa_id AND c.papel = 'sensor'
      JOIN lecturas_15m q ON q.placa_id = c.placa_id AND q.pin = c.pin AND q.ts >= greatest(day.desde, c.desde) AND q.ts < least(day.hasta, c.hasta)
  )
  ${(['max_temperatura', 'min_temperatura', 'max_humedad', 'min_humedad'] as const)
    .map(
      (
        x,
      ) => `(SELECT '${x}' AS x, ${x}::float8 / 100 AS valor, switch_id, zona, nombre, (extract(epoch FROM ts) * 1000)::float8 AS ts
         FROM q WHERE ${x} IS NOT NULL ORDER BY ${x} ${x.startsWith('max') ? 'DESC' : 'ASC'}, ts LIMIT 1)`,
    )
    .join(' UNION ALL ')}`;

@Injectable()
export class DayRepository {
  constructor(private readonly dataSource: DataSource) {}

  switchesOf(empresa_id: number): Promise<(Named & { zona: string })[]> {
    return this.dataSource.query(
      'SELECT id, zona, nombre FROM switches WHERE empresa_id = $1 AND activo AND NOT eliminado ORDER BY zona, nombre, id',
      [empresa_id],
    );
  }

  /** The devices among these that belong to the company. */
  devicesOf(empresa_id: number, ids: readonly number[]): Promise<Named[]> {
    return this.dataSource.query(
      `SELECT d.id, d.nombre FROM dispositivos d
         JOIN tenencias t ON t.dispositivo_id = d.id AND t.empresa_id = d.empresa_id AND t.hasta = 'infinity'
        WHERE d.empresa_id = $1 AND d.id = ANY($2::int[]) AND NOT d.eliminado ORDER BY d.nombre, d.id`,
      [empresa_id, ids],
    );
  }

  async extremes(empresa_id: number, dia: string): Promise<StoredDay['extremos']> {
    const rows: ({ x: string } & NonNullable<StoredDay['extremos']['temperatura_max']>)[] = await this.dataSource.query(
      EXTREMES,
      [empresa_id, dia, DEFAULT_ZONE],
    );
    const of = (name: string) => {
      const found = rows.find(({ x }) => x === name);
      if (!found) return null;
      const { x: _, ...extreme } = found;
      return extreme;
    };
    return {
      temperatura_max: of('max_temperatura'),
      temperatura_min: of('min_temperatura'),
      humedad_max: of('max_humedad'),
      humedad_min: of('min_humedad'),
    };
  }
}
