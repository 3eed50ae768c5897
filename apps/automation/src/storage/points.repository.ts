import { Bus } from '@acequia/bus';
import { boardFollows, type MagnitudClave, notFound, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A point of measurement as conditions and rules know it. */
export interface KnownPoint {
  id: number;
  empresa_id: number;
  nombre: string;
  magnitud: MagnitudClave;
  /** How often it is told, s. */
  cada_s: number;
  /** null = a program sends its values. */
  placa_id: number | null;
  /** Its number on its board. */
  n: number | null;
  /** The board's own firmware judges by it. */
  de_placa: boolean;
}

const ROWS = 'SELECT id, empresa_id, nombre, magnitud, cada_s, placa_id, n, de_placa FROM puntos';

@Injectable()
export class PointsRepository {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Those that are there, by their ids. */
  async byId(ids: readonly number[]): Promise<Map<number, KnownPoint>> {
    if (ids.length === 0) return new Map();
    const rows: KnownPoint[] = await this.db.query(`${ROWS} WHERE id = ANY($1)`, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Those of these switches whose water a meter counts. Asks the owning service about the others, as {@link require} does. */
  async measured(empresa_id: number, switches: readonly number[]): Promise<ReadonlySet<number>> {
    const rows: { id: number }[] = await this.db.query(
      `SELECT DISTINCT unnest(mide) AS id FROM puntos WHERE empresa_id = $1 AND magnitud = 'volumen'`,
      [empresa_id],
    );
    const known = new Set(rows.map(({ id }) => id));
    if (switches.every((id) => known.has(id))) return known;
    const all = await this.bus.call('puntos.listar', { empresa_id }, sistema('automation'));
    const meters = all.filter(({ magnitud, activo }) => magnitud === 'volumen' && activo === 1);
    return new Set(meters.flatMap(({ mide }) => mide?.switch_ids ?? []));
  }

  /**
   * Asks the owning service about unknown points: one can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` unless all belong to the company
   */
  async require(empresa_id: number, ids: readonly number[]): Promise<ReadonlyMap<number, KnownPoint>> {
    const known = await this.byId(ids);
    const isMissing = (id: number): boolean => known.get(id)?.empresa_id !== empresa_id;
    if (ids.some(isMissing)) {
      const all = await this.bus.call('puntos.listar', { empresa_id }, sistema('automation'));
      for (const { fuente, ...point } of all)
        known.set(point.id, { ...point, de_placa: boardFollows(fuente, point.magnitud) });
    }
    if (ids.some(isMissing)) throw notFound();
    return known;
  }
}
