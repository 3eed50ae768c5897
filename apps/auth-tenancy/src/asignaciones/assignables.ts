import { Bus } from '@acequia/bus';
import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { Resources } from '../storage/asignaciones.repository.js';

export const NOTHING: Resources = { dispositivos: [], switches: [] };

/** The resources of the first set that are not in the second. */
export const less = (some: Resources, others: Resources): Resources => {
  const rest = (ids: readonly number[], remove: readonly number[]): number[] => {
    const removed = new Set(remove);
    return ids.filter((id) => !removed.has(id));
  };
  return { dispositivos: rest(some.dispositivos, others.dispositivos), switches: rest(some.switches, others.switches) };
};

export const isEmpty = ({ dispositivos, switches }: Resources): boolean => dispositivos.length + switches.length === 0;

/** Asks inventory, in the caller's name, whether resources belong to a company. */
@Injectable()
export class Assignables {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError `no_encontrado` when a resource is foreign or absent; `servicio_no_disponible` while inventory is away. */
  async verificar(caller: Caller, empresa_id: number | null, resources: Resources): Promise<void> {
    if (empresa_id === null || isEmpty(resources)) return;
    const { dispositivos, switches } = resources;
    await this.bus.call(
      'inventario.verificar',
      { empresa_id, dispositivos: [...dispositivos], switches: [...switches] },
      caller,
    );
  }
}
