import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { And, DataSource, LessThan, MoreThanOrEqual } from 'typeorm';
import { TurnoEntity } from './turno.entity.js';

@Injectable()
export class TurnosRepository extends TenantRepository<TurnoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, TurnoEntity);
  }

  /** Turns that start in [desde, hasta), ms. */
  between(
    caller: Caller,
    {
      empresa_id,
      switch_id,
      desde,
      hasta,
    }: { empresa_id: number | null; switch_id?: number | undefined; desde: number; hasta: number },
  ): Promise<TurnoEntity[]> {
    return this.find(caller, {
      where: {
        ...(empresa_id !== null && { empresa_id }),
        ...(switch_id !== undefined && { switch_id }),
        inicio: And(MoreThanOrEqual(desde), LessThan(hasta)),
      },
      order: { inicio: 'ASC', turno_id: 'ASC' },
    });
  }
}
