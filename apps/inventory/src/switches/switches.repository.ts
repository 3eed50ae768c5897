import { noEncontrado, type Caller } from '@acequia/contracts';
import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, Not } from 'typeorm';
import type { PlacaEntity } from '../placas/placa.entity.js';
import { SwitchEntity } from './switch.entity.js';

/** A switch with its board, whose number it is shown with. */
export type SwitchConPlaca = SwitchEntity & { placa: PlacaEntity };

const conPlaca = (row: SwitchEntity): SwitchConPlaca => {
  if (!row.placa) throw new Error(`switch ${row.id} has no board`);
  return row as SwitchConPlaca;
};

@Injectable()
export class SwitchesRepository extends TenantRepository<SwitchEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, SwitchEntity);
  }

  async listar(caller: Caller, empresa_id: number | null): Promise<SwitchConPlaca[]> {
    const rows = await this.find(caller, {
      where: empresa_id === null ? {} : { empresa_id },
      relations: { placa: true },
      order: { id: 'ASC' },
    });
    return rows.map(conPlaca);
  }

  /** Those of the ids that exist in the company, by id. */
  async deEmpresa(caller: Caller, empresa_id: number, ids: readonly number[]): Promise<SwitchConPlaca[]> {
    const rows = await this.find(caller, {
      where: { empresa_id, id: Any([...ids]) },
      relations: { placa: true },
      order: { id: 'ASC' },
    });
    return rows.map(conPlaca);
  }

  async porIds(caller: Caller, ids: readonly number[]): Promise<Map<number, SwitchConPlaca>> {
    const rows = await this.find(caller, { where: { id: Any([...ids]) }, relations: { placa: true } });
    return new Map(rows.map((row) => [row.id, conPlaca(row)]));
  }

  /** The switches of these boards, but for those named. */
  async enPlacas(caller: Caller, placas: readonly number[], menos: readonly number[]): Promise<SwitchConPlaca[]> {
    const rows = await this.find(caller, {
      where: { placa_id: Any([...placas]), id: Not(Any([...menos])) },
      relations: { placa: true },
      order: { id: 'ASC' },
    });
    return rows.map(conPlaca);
  }

  async conPlaca(caller: Caller, id: number): Promise<SwitchConPlaca> {
    const row = (await this.porIds(caller, [id])).get(id);
    if (!row) throw noEncontrado();
    return row;
  }
}
