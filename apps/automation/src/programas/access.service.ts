import { Bus } from '@acequia/bus';
import { AppError, type Caller, empresaDe, noEncontrado, sistema } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { ProyeccionRepository } from '../proyeccion/proyeccion.repository.js';

/** What a usuario may see and operate. */
export interface Concedido {
  switches: ReadonlySet<number>;
  dispositivos: ReadonlySet<number>;
}

interface Objetivo {
  switch_id?: number | null | undefined;
  dispositivo_id?: number | null | undefined;
}

@Injectable()
export class AccessService {
  constructor(
    private readonly grants: GrantsReader,
    private readonly proyeccion: ProyeccionRepository,
    private readonly bus: Bus,
  ) {}

  /** null = everything of their company. */
  async concedido(caller: Caller): Promise<Concedido | null> {
    if (caller.tipo !== 'persona' || caller.rol !== 'usuario') return null;
    const { switches, dispositivos } = await this.grants.de(caller.usuario_id);
    return { switches: new Set(switches), dispositivos: new Set(dispositivos) };
  }

  /**
   * Whose things are listed: the caller's company, or the one that an admin_global asks for; null = everybody's.
   * @throws AppError `no_encontrado` alike for a foreign and an absent one
   */
  async pedida(caller: Caller, pedida: number | undefined): Promise<number | null> {
    const propia = empresaDe(caller);
    if (pedida === undefined) return propia;
    if (propia !== null && pedida !== propia) throw noEncontrado();
    await this.exigirEmpresa(pedida);
    return pedida;
  }

  /** A company can be used as soon as its creation was answered, before its event came. @throws AppError `no_encontrado` */
  async exigirEmpresa(id: number): Promise<void> {
    const known = await this.proyeccion.conoce(id);
    if (known === 'eliminada') throw noEncontrado();
    if (known === null)
      await this.proyeccion.aprender(await this.bus.call('empresas.ficha', { id }, sistema('automation')));
  }
}

export const alcanza = (concedido: Concedido | null, { switch_id, dispositivo_id }: Objetivo): boolean =>
  concedido === null || concedido.switches.has(switch_id ?? 0) || concedido.dispositivos.has(dispositivo_id ?? 0);

/** @throws AppError `no_encontrado` when none of it is theirs, `sin_permiso` when only some is */
export const exigirTodos = (concedido: Concedido | null, pasos: readonly Objetivo[]): void => {
  if (!pasos.some((paso) => alcanza(concedido, paso))) throw noEncontrado();
  if (!pasos.every((paso) => alcanza(concedido, paso)))
    throw new AppError('sin_permiso', { texto: 'El programa mueve switches que no tienes asignados.' });
};
