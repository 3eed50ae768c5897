import { notFound, type Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { ArrayOverlap, DataSource, In, type EntityManager } from 'typeorm';
import { EnclavamientoEntity } from './enclavamiento.entity.js';

@Injectable()
export class EnclavamientosRepository extends TenantRepository<EnclavamientoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, EnclavamientoEntity);
  }

  async list(caller: Caller, empresa_id: number | null): Promise<EnclavamientoEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }

  /** The groups of the company with at least one of these switches. */
  async ofSwitches(caller: Caller, empresa_id: number, ids: readonly number[]): Promise<EnclavamientoEntity[]> {
    const en = [...ids];
    return this.find(caller, {
      where: [
        { empresa_id, switches: ArrayOverlap(en) },
        { empresa_id, bomba_id: In(en) },
      ],
      order: { id: 'ASC' },
    });
  }

  /** @throws AppError `no_encontrado` unless every switch belongs to the company */
  async requireSwitches(tx: EntityManager, empresa_id: number, ids: readonly number[]): Promise<void> {
    const [row]: { n: number }[] = await tx.query(
      'SELECT count(*)::int AS n FROM switches WHERE empresa_id = $1 AND id = ANY($2)',
      [empresa_id, ids],
    );
    if (row?.n !== new Set(ids).size) throw notFound();
  }
}
