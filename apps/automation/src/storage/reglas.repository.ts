import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReglaEntity } from './regla.entity.js';

@Injectable()
export class ReglasRepository extends TenantRepository<ReglaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, ReglaEntity);
  }

  list(caller: Caller, empresa_id: number | null): Promise<ReglaEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }
}
