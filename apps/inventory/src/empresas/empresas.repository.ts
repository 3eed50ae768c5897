import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { EmpresaEntity } from './empresa.entity.js';

export type KnownEmpresa = Pick<EmpresaEntity, 'id' | 'nombre' | 'activa' | 'zona_horaria'>;

/** Companies as auth-tenancy's events describe them: a projection, not tenant data. */
@Injectable()
export class EmpresasRepository {
  constructor(private readonly dataSource: DataSource) {}

  async search(id: number): Promise<EmpresaEntity | null> {
    return this.dataSource.manager.findOneBy(EmpresaEntity, { id });
  }

  async zonas(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.dataSource.manager.findBy(EmpresaEntity, { id: In([...ids]) });
    return new Map(rows.map((row) => [row.id, row.zona_horaria]));
  }

  /** Adds a company that was requested before its event arrived. Data from an event that arrived since stays. */
  async learn(empresa: KnownEmpresa): Promise<void> {
    await this.dataSource.manager
      .createQueryBuilder()
      .insert()
      .into(EmpresaEntity)
      .values({ ...empresa, eliminada: false })
      .orIgnore()
      .execute();
  }

  /** Locks these companies in order of id, and answers which of them still exist. */
  async lockRow(tx: EntityManager, ids: readonly number[]): Promise<Set<number>> {
    const rows = await tx
      .createQueryBuilder(EmpresaEntity, 'empresa')
      .where('empresa.id = ANY(:ids)', { ids })
      .orderBy('empresa.id')
      .setLock('pessimistic_write')
      .getMany();
    return new Set(rows.filter((row) => !row.eliminada).map((row) => row.id));
  }

  async save(tx: EntityManager, empresa: KnownEmpresa): Promise<void> {
    await tx.upsert(EmpresaEntity, { ...empresa }, ['id']);
  }

  /** Also takes the company's lock: writers that hold it finish first, later writers find the company deleted. */
  async markDeleted(tx: EntityManager, id: number): Promise<void> {
    const tombstone = { id, nombre: '', activa: 0, zona_horaria: 'UTC', eliminada: true } as const;
    await tx.upsert(EmpresaEntity, tombstone, ['id']);
  }
}
