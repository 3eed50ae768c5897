import { notFound, type Caller, type Pagina, type Switch } from '@acequia/contracts';
import { inPages, TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, Not } from 'typeorm';
import type { PlacaEntity } from '../placas/placa.entity.js';
import { SwitchEntity } from './switch.entity.js';

/** A switch with its board, which provides the shown number. */
export type SwitchConPlaca = SwitchEntity & { placa: PlacaEntity };

const conPlaca = (row: SwitchEntity): SwitchConPlaca => {
  if (!row.placa) throw new Error(`switch ${row.id} has no board`);
  return row as SwitchConPlaca;
};

/** Columns of {@link Switch} that the row itself holds. */
const COLUMNAS = [
  'id',
  'nombre',
  'tipo',
  'zona',
  'empresa_id',
  'placa_id',
  'par_numero',
  'switch_site_id',
  'hardware_pin',
  'tiene_sensor',
  'sensor_pin',
  'activo',
  'max_encendido_s',
  'caudal_m3h',
  'version',
] as const satisfies readonly (keyof Switch)[];

/** Which rows of the company, or of all. */
interface Which extends Pagina {
  empresa_id: number | null;
  ids?: readonly number[];
}

@Injectable()
export class SwitchesRepository extends TenantRepository<SwitchEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, SwitchEntity);
  }

  async list(caller: Caller, empresa_id: number | null): Promise<SwitchConPlaca[]> {
    const rows = await this.find(caller, {
      where: empresa_id === null ? {} : { empresa_id },
      relations: { placa: true },
      order: { id: 'ASC' },
    });
    return rows.map(conPlaca);
  }

  /** Switches in the contract's form, read as plain rows: ten thousand entities cost a quarter of a second of CPU. */
  leer(caller: Caller, { empresa_id, ids, ...pagina }: Which): Promise<Switch[]> {
    return this.queryBuilder(caller, 's', (query) => {
      query.select(COLUMNAS.map((column) => `s.${column} AS ${column}`)).addSelect('p.numero', 'dispositivo_id');
      query.innerJoin('s.placa', 'p');
      if (empresa_id !== null) query.andWhere('s.empresa_id = :empresa_id', { empresa_id });
      if (ids) query.andWhere('s.id = ANY(:ids)', { ids: [...ids] });
      return inPages(query, 's.id', pagina);
    }).getRawMany<Switch>();
  }

  async porIds(caller: Caller, ids: readonly number[]): Promise<Map<number, SwitchConPlaca>> {
    const rows = await this.find(caller, { where: { id: Any([...ids]) }, relations: { placa: true } });
    return new Map(rows.map((row) => [row.id, conPlaca(row)]));
  }

  /** The switches of these boards, except the ids in `less`. */
  async enPlacas(caller: Caller, placas: readonly number[], less: readonly number[]): Promise<SwitchConPlaca[]> {
    const rows = await this.find(caller, {
      where: { placa_id: Any([...placas]), id: Not(Any([...less])) },
      relations: { placa: true },
      order: { id: 'ASC' },
    });
    return rows.map(conPlaca);
  }

  async conPlaca(caller: Caller, id: number): Promise<SwitchConPlaca> {
    const row = (await this.porIds(caller, [id])).get(id);
    if (!row) throw notFound();
    return row;
  }
}
