import { notFound, type Caller, type Dialecto, type FuentePunto, type MagnitudClave } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { ArrayOverlap, DataSource, In, type EntityManager } from 'typeorm';
import { ProteccionEntity } from './proteccion.entity.js';

export interface WatchedPoint {
  placa_id: number | null;
  dialecto: Dialecto | null;
  fuente: FuentePunto;
  magnitud: MagnitudClave;
}

@Injectable()
export class ProteccionesRepository extends TenantRepository<ProteccionEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, ProteccionEntity);
  }

  async list(caller: Caller, empresa_id: number | null): Promise<ProteccionEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }

  countOf(caller: Caller, placa_id: number): Promise<number> {
    return this.count(caller, { placa_id });
  }

  /** Those of the company that turn off, follow or measure one of these switches. */
  async ofSwitches(caller: Caller, empresa_id: number, ids: readonly number[]): Promise<ProteccionEntity[]> {
    return this.find(caller, {
      where: [
        { empresa_id, apaga: ArrayOverlap([...ids]) },
        { empresa_id, con_switch_id: In([...ids]) },
        { empresa_id, valvula_ids: ArrayOverlap([...ids]) },
      ],
      order: { id: 'ASC' },
    });
  }

  async ofPoints(caller: Caller, puntos: readonly number[]): Promise<ProteccionEntity[]> {
    return this.find(caller, { where: { punto_id: In([...puntos]) }, order: { id: 'ASC' } });
  }

  /** @throws AppError `no_encontrado` unless the company has this point */
  async requirePoint(tx: EntityManager, empresa_id: number, id: number): Promise<WatchedPoint> {
    const [point]: WatchedPoint[] = await tx.query(
      `SELECT q.placa_id, p.dialecto, q.fuente, q.magnitud FROM puntos q LEFT JOIN placas p USING (placa_id)
       WHERE q.id = $1 AND q.empresa_id = $2`,
      [id, empresa_id],
    );
    if (!point) throw notFound();
    return point;
  }

  /** Names of those of these switches whose flow nobody said. */
  async withoutFlow(tx: EntityManager, ids: readonly number[]): Promise<string[]> {
    const rows: { nombre: string }[] = await tx.query(
      'SELECT nombre FROM switches WHERE id = ANY($1) AND (caudal_m3h IS NULL OR caudal_m3h > 10000) ORDER BY id',
      [ids],
    );
    return rows.map(({ nombre }) => nombre);
  }

  /** The boards of these switches. @throws AppError `no_encontrado` unless every switch belongs to the company */
  async boardsOf(tx: EntityManager, empresa_id: number, ids: readonly number[]): Promise<Set<number>> {
    const rows: { placa_id: number }[] = await tx.query(
      'SELECT placa_id FROM switches WHERE empresa_id = $1 AND id = ANY($2)',
      [empresa_id, ids],
    );
    if (rows.length !== new Set(ids).size) throw notFound();
    return new Set(rows.map(({ placa_id }) => placa_id));
  }

  async boardOf(tx: EntityManager, switch_id: number): Promise<number> {
    const [row]: { placa_id: number }[] = await tx.query('SELECT placa_id FROM switches WHERE id = $1', [switch_id]);
    if (!row) throw notFound();
    return row.placa_id;
  }
}
