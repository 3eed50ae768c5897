import type { Caller, Dispositivo, Pagina } from '@acequia/contracts';
import { inPages, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DispositivoEntity } from './dispositivo.entity.js';

/** Columns of {@link Dispositivo} that the row itself holds. */
const COLUMNAS = [
  'id',
  'nombre',
  'shelly_id',
  'tipo',
  'server',
  'empresa_id',
  'activo',
  'suspendido',
  'sitio',
  'vigila_switch_id',
  'version',
] as const satisfies readonly (keyof Dispositivo)[];

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
  leer(caller: Caller, { empresa_id, ids, ...pagina }: Which): Promise<Dispositivo[]> {
    return this.queryBuilder(caller, 'd', (query) => {
      query
        .select(COLUMNAS.map((column) => `d.${column} AS ${column}`))
        .addSelect(`''`, 'auth_key')
        .addSelect('(d.auth_key_cifrada IS NOT NULL)::integer', 'auth_key_definida')
        .addSelect('d.fecha_vencimiento::text', 'fecha_vencimiento')
        .addSelect('0', 'vencido');
      if (empresa_id !== null) query.andWhere('d.empresa_id = :empresa_id', { empresa_id });
      if (ids) query.andWhere('d.id = ANY(:ids)', { ids: [...ids] });
      return inPages(query, 'd.id', pagina);
    }).getRawMany<Dispositivo>();
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
}
