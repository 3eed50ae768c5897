import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { DispositivoEntity } from './dispositivo.entity.js';

@Injectable()
export class DispositivosRepository extends TenantRepository<DispositivoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, DispositivoEntity);
  }

  async list(caller: Caller, empresa_id: number | null): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }

  /** Whether the company has this switch. A plain query, because the switches folder imports this one. */
  async esSwitchDe(tx: EntityManager, empresa_id: number, id: number): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT 1 FROM switches WHERE id = $1 AND empresa_id = $2', [
      id,
      empresa_id,
    ]);
    return rows.length > 0;
  }

  /** The meters that verify the switch. */
  async deSwitch(caller: Caller, vigila_switch_id: number): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: { vigila_switch_id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Those of the ids that exist in the company. */
  async deEmpresa(caller: Caller, empresa_id: number, ids: readonly number[]): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: { empresa_id, id: Any([...ids]) }, order: { id: 'ASC' } });
  }
}
