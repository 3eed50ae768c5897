import { Bus } from '@acequia/bus';
import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { Recursos } from './asignaciones.repository.js';

export const NADA: Recursos = { dispositivos: [], switches: [] };

/** What of the first is not in the second. */
export const menos = (unos: Recursos, otros: Recursos): Recursos => {
  const resto = (ids: readonly number[], quitar: readonly number[]): number[] => {
    const fuera = new Set(quitar);
    return ids.filter((id) => !fuera.has(id));
  };
  return { dispositivos: resto(unos.dispositivos, otros.dispositivos), switches: resto(unos.switches, otros.switches) };
};

export const estaVacio = ({ dispositivos, switches }: Recursos): boolean => dispositivos.length + switches.length === 0;

/** Asks inventory, in the person's name, whether things belong to a company. */
@Injectable()
export class Asignables {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError `no_encontrado` when one is foreign or absent; `servicio_no_disponible` while inventory is away. */
  async verificar(caller: Caller, empresa_id: number | null, recursos: Recursos): Promise<void> {
    if (empresa_id === null || estaVacio(recursos)) return;
    const { dispositivos, switches } = recursos;
    await this.bus.call(
      'inventario.verificar',
      { empresa_id, dispositivos: [...dispositivos], switches: [...switches] },
      caller,
    );
  }
}
