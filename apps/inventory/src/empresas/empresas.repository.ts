import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
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
    await tx.upsert(EmpresaEntity, { ...empresa, sin_confirmar: null }, ['id']);
  }

  /** A company that auth-tenancy has not committed yet. */
  async saveUnconfirmed(tx: EntityManager, empresa: KnownEmpresa): Promise<void> {
    await tx.upsert(EmpresaEntity, { ...empresa, sin_confirmar: () => 'now()' }, ['id']);
  }

  /** The companies that have waited this long for auth-tenancy's event. */
  async unconfirmed(waited_s: number): Promise<number[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(EmpresaEntity, 'empresa')
      .select('empresa.id')
      .where(`empresa.sin_confirmar < now() - make_interval(secs => :waited_s)`, { waited_s })
      .getMany();
    return rows.map(({ id }) => id);
  }

  async confirm(id: number): Promise<void> {
    await this.dataSource.manager.update(EmpresaEntity, { id }, { sin_confirmar: null });
  }

  /** Locks and deletes a company; false when it was confirmed meanwhile. */
  async deleteUnconfirmed(tx: EntityManager, id: number): Promise<boolean> {
    const { affected } = await tx.delete(EmpresaEntity, { id, sin_confirmar: Not(IsNull()) });
    return affected === 1;
  }

  /** Also takes the company's lock: writers that hold it finish first, later writers find the company deleted. */
  async markDeleted(tx: EntityManager, id: number): Promise<void> {
    const tombstone = { id, nombre: '', activa: 0, zona_horaria: 'UTC', eliminada: true, sin_confirmar: null } as const;
    await tx.upsert(EmpresaEntity, tombstone, ['id']);
  }
}
