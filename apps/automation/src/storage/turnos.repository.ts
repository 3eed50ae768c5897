import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Granted } from './reach.js';
import type { Place } from './place.js';
import { TurnoEntity } from './turno.entity.js';

export interface TurnosRange {
  empresa_id: number | null;
  switch_id?: number | undefined;
  granted: Granted | null;
  /** [desde, hasta), ms. */
  desde: number;
  hasta: number;
  /** Only what comes after it. */
  after: Place | null;
  most: number;
}

@Injectable()
export class TurnosRepository extends TenantRepository<TurnoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, TurnoEntity);
  }

  /** The first `most` turns of a range, by {@link Place}. */
  between(caller: Caller, range: TurnosRange): Promise<TurnoEntity[]> {
    const { empresa_id, switch_id, granted, desde, hasta, after, most } = range;
    return this.queryBuilder(caller, 't', (query) => {
      query.where('t.inicio >= :desde AND t.inicio < :hasta', { desde, hasta });
      if (empresa_id !== null) query.andWhere('t.empresa_id = :empresa_id', { empresa_id });
      if (switch_id !== undefined) query.andWhere('t.switch_id = :switch_id', { switch_id });
      if (granted)
        query.andWhere('(t.switch_id = ANY(:switches) OR t.dispositivo_id = ANY(:dispositivos))', {
          switches: [...granted.switches],
          dispositivos: [...granted.dispositivos],
        });
      if (after)
        query.andWhere('(t.inicio > :at OR (t.inicio = :at AND t.turno_id COLLATE "C" > :id))', {
          at: after.inicio,
          id: after.turno_id,
        });
      // In the order in which JavaScript compares texts.
      return query.addSelect('t.turno_id COLLATE "C"', 'place').orderBy('t.inicio').addOrderBy('place').limit(most);
    }).getMany();
  }
}
