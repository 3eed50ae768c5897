import type { Caller, Pagina, Placa } from '@acequia/contracts';
import { type Columns, inPages, selected, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { requireEmpresa } from '../access.js';
import { PlacaEntity } from './placa.entity.js';

export type NewPlaca = Pick<
  PlacaEntity,
  'numero' | 'empresa_id' | 'nombre' | 'sitio' | 'dialecto' | 'credencial_sha256' | 'credencial_cifrada'
>;

/** What the row and its switches tell of a {@link Placa}; the rest is device-gateway's. */
export type StoredPlaca = Omit<
  Placa,
  'online' | 'ultimo_visto' | 'fw' | 'rssi' | 'reloj_adelantado' | 'reloj_fuera' | 'consumo'
>;
const COLUMNS: Columns<StoredPlaca> = {
  id: 'p.numero',
  placa_id: 'p.placa_id',
  empresa_id: 'p.empresa_id',
  nombre: 'p.nombre',
  sitio: 'p.sitio',
  modelo: 'p.modelo',
  dialecto: 'p.dialecto',
  revocada: 'p.revocada',
  credencial_definida: '(p.credencial_sha256 IS NOT NULL)::integer',
  switches: '(SELECT count(*) FROM switches s WHERE s.placa_id = p.placa_id)::integer',
};

/** Which rows of the company, or of all. */
interface Which extends Pagina {
  empresa_id: number | null;
  placa_id?: number;
}

/** Rows per INSERT: Postgres takes at most 65,535 parameters. */
const POR_INSERT = 1_000;

@Injectable()
export class PlacasRepository extends TenantRepository<PlacaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, PlacaEntity, { id: 'placa_id' });
  }

  async list(caller: Caller, empresa_id: number | null): Promise<PlacaEntity[]> {
    return this.find(caller, { where: empresa_id === null ? {} : { empresa_id }, order: { numero: 'ASC' } });
  }

  /** Boards as plain rows, ordered by number, each with how many switches it has. */
  page(caller: Caller, { empresa_id, placa_id, ...pagina }: Which): Promise<StoredPlaca[]> {
    return this.queryBuilder(caller, 'p', (query) => {
      query.select(selected(COLUMNS));
      if (empresa_id !== null) query.andWhere('p.empresa_id = :empresa_id', { empresa_id });
      if (placa_id !== undefined) query.andWhere('p.placa_id = :placa_id', { placa_id });
      return inPages(query, 'p.numero', pagina);
    }).getRawMany<StoredPlaca>();
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

  async hasSwitches(tx: EntityManager, placa_id: number): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT 1 FROM switches WHERE placa_id = $1 LIMIT 1', [placa_id]);
    return rows.length > 0;
  }
}
