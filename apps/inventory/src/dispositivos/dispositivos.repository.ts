import type { Caller, Dispositivo, Pagina } from '@acequia/contracts';
import { type Columns, inPages, selected, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DispositivoEntity } from './dispositivo.entity.js';

/** Without `vencido`, which depends on the day in the company's zone. */
const COLUMNS: Columns<Dispositivo> = {
  id: 'd.id',
  nombre: 'd.nombre',
  shelly_id: 'd.shelly_id',
  auth_key: "''",
  auth_key_definida: '(d.auth_key_cifrada IS NOT NULL)::integer',
  tipo: 'd.tipo',
  server: 'd.server',
  empresa_id: 'd.empresa_id',
  fecha_vencimiento: 'd.fecha_vencimiento::text',
  vencido: '0',
  activo: 'd.activo',
  suspendido: 'd.suspendido',
  sitio: 'd.sitio',
  vigila_switch_id: 'd.vigila_switch_id',
  version: 'd.version',
};

/** Which rows of the company, or of all. */
interface Which extends Pagina {
  empresa_id: number | null;
  ids?: readonly number[];
}

@Injectable()
export class DispositivosRepository extends TenantRepository<DispositivoEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, DispositivoEntity);
  }

  async list(caller: Caller, empresa_id: number | null): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { id: 'ASC' } });
  }

  /** Devices in the contract's form, read as plain rows; `vencido` is still 0, because the day depends on the company's zone. */
  page(caller: Caller, { empresa_id, ids, ...pagina }: Which): Promise<Dispositivo[]> {
    return this.queryBuilder(caller, 'd', (query) => {
      query.select(selected(COLUMNS));
      if (empresa_id !== null) query.andWhere('d.empresa_id = :empresa_id', { empresa_id });
      if (ids) query.andWhere('d.id = ANY(:ids)', { ids: [...ids] });
      return inPages(query, 'd.id', pagina);
    }).getRawMany<Dispositivo>();
  }

  /** Whether the company has this switch. A plain query, because the switches folder imports this one. */
  async hasSwitch(tx: EntityManager, empresa_id: number, id: number): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT 1 FROM switches WHERE id = $1 AND empresa_id = $2', [
      id,
      empresa_id,
    ]);
    return rows.length > 0;
  }

  /** The meters that verify the switch. */
  async watching(caller: Caller, vigila_switch_id: number): Promise<DispositivoEntity[]> {
    return this.find(caller, { where: { vigila_switch_id }, lock: { mode: 'pessimistic_write' } });
  }
}
