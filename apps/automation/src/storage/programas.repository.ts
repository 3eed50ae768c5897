import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProgramaEntity } from './programa.entity.js';

@Injectable()
export class ProgramasRepository extends TenantRepository<ProgramaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, ProgramaEntity);
  }

  list(caller: Caller, empresa_id: number | null): Promise<ProgramaEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }
}
