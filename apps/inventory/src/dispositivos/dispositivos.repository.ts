import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import { DispositivoEntity } from './dispositivo.entity.js';

@Injectable()
export class DispositivosRepository extends TenantRepository<DispositivoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, DispositivoEntity);
  }

  async listar(caller: Caller, empresa_id: number | null): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }

  /** Those of the ids that exist in the company. */
  async deEmpresa(caller: Caller, empresa_id: number, ids: readonly number[]): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: { empresa_id, id: Any([...ids]) }, order: { id: 'ASC' } });
  }
}
