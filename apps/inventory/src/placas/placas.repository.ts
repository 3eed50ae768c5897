import type { Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { requireEmpresa } from '../access.js';
import { PlacaEntity } from './placa.entity.js';

export type NewPlaca = Pick<
  PlacaEntity,
  'numero' | 'empresa_id' | 'nombre' | 'sitio' | 'dialecto' | 'credencial_sha256' | 'credencial_cifrada'
>;

/** Rows per INSERT: Postgres takes at most 65,535 parameters. */
const POR_INSERT = 1_000;

@Injectable()
export class PlacasRepository extends TenantRepository<PlacaEntity> {
  constructor(private readonly dataSource: DataSource) {
    super(dataSource, PlacaEntity, { id: 'placa_id' });
  }

  async list(caller: Caller, empresa_id: number | null): Promise<PlacaEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { numero: 'ASC' } });
  }

  async byNumbers(caller: Caller, numbers: readonly number[]): Promise<Map<number, PlacaEntity>> {
    const rows = await this.find(caller, { where: { numero: In([...numbers]) } });
    return new Map(rows.map((row) => [row.numero, row]));
  }

  /** Inserts boards and answers them in the order given. */
  async insert(tx: EntityManager, caller: Caller, nuevas: readonly NewPlaca[]): Promise<PlacaEntity[]> {
    for (const { empresa_id } of nuevas) requireEmpresa(caller, empresa_id);
    const placas = tx.create(PlacaEntity, [...nuevas]);
    for (let start = 0; start < placas.length; start += POR_INSERT)
      await tx
        .createQueryBuilder()
        .insert()
        .into(PlacaEntity)
        .values(placas.slice(start, start + POR_INSERT))
        .execute();
    return placas;
  }

  /** The number of switches by placa_id, for boards that the caller may already see. */
  async countSwitches(placas: readonly PlacaEntity[]): Promise<Map<number, number>> {
    const rows: { placa_id: number; n: number }[] = await this.dataSource.query(
      'SELECT placa_id, count(*)::int AS n FROM switches WHERE placa_id = ANY($1) GROUP BY placa_id',
      [placas.map((placa) => placa.placa_id)],
    );
    return new Map(rows.map((row) => [row.placa_id, row.n]));
  }

  async hasSwitches(tx: EntityManager, placa_id: number): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT 1 FROM switches WHERE placa_id = $1 LIMIT 1', [placa_id]);
    return rows.length > 0;
  }
}
